// Every page, in the order of the navigation. A page is a module of pages/ whose default export is its component;
// it is loaded when somebody goes there. `key`: the shortcut is g, then this letter.

export const GROUPS = [
  { name: "memory", title: "Memory" },
  { name: "try", title: "Try" },
  { name: "run", title: "Run" },
];

export const PAGES = [
  { name: "memories", path: "memories", title: "Memories", icon: "memories", key: "m", group: "memory", bar: true },
  { name: "timeline", path: "timeline", title: "Timeline", icon: "timeline", key: "t", group: "memory", bar: true },
  { name: "graph", path: "graph", title: "Graph", icon: "graph", key: "g", group: "memory" },
  { name: "profile", path: "profile", title: "Profile", icon: "profile", key: "r", group: "memory", bar: true },
  { name: "conflicts", path: "conflicts", title: "Conflicts", icon: "conflicts", key: "c", group: "memory" },
  { name: "files", path: "files", title: "Files", icon: "files", key: "f", group: "memory" },
  { name: "playground", path: "playground", title: "Playground", icon: "playground", key: "p", group: "try", bar: true },
  { name: "start", path: "start", title: "Get started", icon: "start", key: "s", group: "try" },
  { name: "jobs", path: "jobs", title: "Jobs", icon: "jobs", key: "j", group: "run" },
  { name: "engine", path: "engine", title: "Engine", icon: "engine", key: "e", group: "run", admin: true },
  { name: "settings", path: "settings", title: "Settings", icon: "settings", key: "o", group: "run", admin: true },
  { name: "keys", path: "keys", title: "Keys", icon: "keys", key: "k", group: "run", admin: true },
  { name: "danger", path: "danger", title: "Danger zone", icon: "danger", key: "d", group: "run" },
  { name: "memory", path: "memory", title: "Memory", icon: "memories", hidden: true },
];

export const pageAt = (path) => PAGES.find((page) => page.path === path);
