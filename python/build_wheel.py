"""Builds the wheel: the hooks that pip calls (PEP 517, PEP 660), for a package of pure Python files.

setuptools would do, but pip fetches it, and the older ones need another package to write wheels at all. The same tree gives
the same bytes.
"""
import base64
import hashlib
import pathlib
import tomllib
import zipfile

here = pathlib.Path(__file__).resolve().parent
project = tomllib.loads((here / "pyproject.toml").read_text())["project"]
stem = f"{project['name']}-{project['version']}"


def metadata():
    lines = ["Metadata-Version: 2.1", f"Name: {project['name']}", f"Version: {project['version']}",
             f"Summary: {project['description']}", f"License: {project['license']}",
             f"Requires-Python: {project['requires-python']}"]
    for extra, needed in project["optional-dependencies"].items():
        lines.append(f"Provides-Extra: {extra}")
        lines += [f'Requires-Dist: {what}; extra == "{extra}"' for what in needed]
    return "\n".join(lines) + "\n"


def write(folder, files):
    """A wheel of `files`, {name: bytes}, in `folder`; returns its name."""
    info = f"{stem}.dist-info"
    files = dict(files)
    files[f"{info}/METADATA"] = metadata().encode()
    files[f"{info}/WHEEL"] = b"Wheel-Version: 1.0\nGenerator: eutectic\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    licence = here.parent / "LICENSE"
    if licence.exists():
        files[f"{info}/LICENSE"] = licence.read_bytes()
    record = ""
    for name, data in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        record += f"{name},sha256={digest},{len(data)}\n"
    files[f"{info}/RECORD"] = (record + f"{info}/RECORD,,\n").encode()
    name = f"{stem}-py3-none-any.whl"
    with zipfile.ZipFile(pathlib.Path(folder) / name, "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, data in files.items():
            entry = zipfile.ZipInfo(path, (1980, 1, 1, 0, 0, 0))
            entry.external_attr = 0o100644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            wheel.writestr(entry, data)
    return name


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    return write(wheel_directory, {f"eutectic/{p.name}": p.read_bytes() for p in sorted((here / "eutectic").glob("*.py"))})


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    return write(wheel_directory, {"eutectic.pth": f"{here}\n".encode()})


def build_sdist(sdist_directory, config_settings=None):
    raise NotImplementedError("build a wheel from the checkout: pip wheel python/")
