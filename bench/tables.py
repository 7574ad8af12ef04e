"""Tables in documentation that benchmarks write: what stands between two marks in a file is replaced."""


def write_between(path, begin, end, lines):
    text = path.read_text()
    first, last = text.index(begin) + len(begin), text.index(end)
    path.write_text(text[:first] + "\n" + "\n".join(lines) + "\n" + text[last:])
