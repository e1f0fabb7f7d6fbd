"""The smallest useful program: store a few things, ask in other words."""

from tempfile import TemporaryDirectory

from recollect import Memory

with TemporaryDirectory() as folder, Memory(f"{folder}/memory.db") as memory:
    memory.add("Ana is allergic to walnuts", user="ana")
    memory.add("Ana moved to Lisbon in May", user="ana")
    memory.add("Ana plays the accordion on Thursdays", user="ana")

    for question in ("Which food makes her ill?", "where does Ana live?", "any music?"):
        best = memory.search(question, user="ana", k=1)[0]
        print(f"{question}\n    {best.score:.2f}  {best.content}")
