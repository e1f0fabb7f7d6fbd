// Before the first paint, so that nobody is dazzled: the theme that was chosen here.
(() => {
  const chosen = localStorage.getItem("recollect.theme");
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
})();
