"""The same program on a server: only the address and a key are different. Starts a server of its own, and stops it."""

import json
import subprocess
import sys
from tempfile import TemporaryDirectory

from recollect import Memory

with TemporaryDirectory() as folder:
    store = f"{folder}/memory.db"  # its key is told once, when a server starts on it for the first time
    command = [sys.executable, "-m", "recollect", "serve", "--db", store, "--port", "0", "--json"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        said = ""
        while not said.rstrip().endswith("}"):
            said += server.stdout.readline()
        started = json.loads(said)

        with Memory(started["url"], api_key=started["key"]) as memory:
            memory.add("Ana is allergic to walnuts", user="ana")
            memory.add("Ana moved to Lisbon in May", user="ana")
            for hit in memory.search("where does Ana live?", user="ana", k=1):
                print(f"{memory.url} says: {hit.content}")
    finally:
        server.terminate()
        server.wait(timeout=30)
