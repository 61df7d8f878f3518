"""The rooms of the house: what each family has, who may import whom, and that each rule sees what breaks it."""

from pathlib import Path

import pytest
from rooms import (
    FAMILY_FILES,
    LONGEST,
    ORDERS,
    Source,
    circles,
    computed_imports,
    families,
    libraries_outside,
    missing_files,
    named_outside,
    out_of_order,
    sources,
    through_modules,
    too_long,
)

from dicecup.engine.games.registry import SHIPPED

ROOT = Path(__file__).resolve().parents[1]
FILES = sources(ROOT)
LONGEST_TEST = 600  # lines


def test_every_family_has_the_same_files():
    assert list(missing_files(FILES)) == []


def test_the_folders_of_families_are_those_that_are_shipped():
    assert families(FILES) == sorted(SHIPPED)


def test_imports_go_one_way():
    assert list(out_of_order(FILES)) == []


def test_every_room_of_the_order_is_there():
    for top, levels in ORDERS.items():
        rooms = {name for level in levels for name in level} - {"games/*"}
        assert {
            name for name in rooms if not ((ROOT / top / name).is_dir() or (ROOT / top / f"{name}.py").is_file())
        } == set()


def test_no_family_is_named_outside_its_rooms():
    assert list(named_outside(FILES)) == []


def test_libraries_of_the_terminal_are_known_to_few():
    assert list(libraries_outside(FILES)) == []


def test_names_of_modules_are_computed_only_where_they_are_looked_up():
    assert list(computed_imports(FILES)) == []


def test_no_kernel_is_reached_through_a_module():
    assert list(through_modules(FILES)) == []


def test_no_modules_import_each_other():
    assert list(circles(FILES)) == []


def test_no_module_is_too_long():
    assert list(too_long(FILES)) == []


def test_no_test_is_too_long():
    tests = [Source(path.name, path.read_text(encoding="utf-8")) for path in sorted((ROOT / "tests").rglob("*.py"))]
    assert list(too_long(tests, LONGEST_TEST)) == []


# --- Each rule sees what breaks it -------------------------------------------------------------------------------


def house(**changed: str) -> list[Source]:
    """A small house in which everything is right but what is changed: file, with `__` for the slashes, and its text."""
    files = {f"{top}/games/dominoes/{name}.py": "" for top, names in FAMILY_FILES.items() for name in names}
    files |= {"engine/match/match.py": "", "cli/main.py": "", "engine/games/registry.py": 'SHIPPED = ("dominoes",)'}
    files |= {f"{name.replace('__', '/')}.py": text for name, text in changed.items()}
    return [Source(path, text) for path, text in sorted(files.items())]


def test_a_small_house_is_in_order():
    rules = (missing_files, out_of_order, named_outside, computed_imports, through_modules, circles, too_long)
    assert [found for rule in rules for found in rule(house())] == []


def test_a_family_without_one_of_its_files_is_seen():
    files = [source for source in house() if source.path != "engine/games/dominoes/scoring.py"]
    assert list(missing_files(files)) == ["engine/games/dominoes/scoring.py is missing"]
    assert list(missing_files(house(cli__games__dominoes__jokes=""))) == [
        "cli/games/dominoes/jokes.py is in no other family"
    ]
    assert "engine/games/darts/play.py is missing" in list(missing_files(house(cli__games__darts__drawing="")))


@pytest.mark.parametrize(
    ("file", "text", "said"),
    [
        ("engine__core__record", "from dicecup.engine.match import match", ":1 imports dicecup.engine.match.match: match does not stand before core"),
        ("engine__core__record", "def f():\n    from dicecup.engine.match.match import Match", ":2 imports dicecup.engine.match.match: match does not stand before core"),
        (
            "engine__games__dominoes__coach",
            "if TYPE_CHECKING:\n    from dicecup.engine.match.match import Match",
            ":2 imports dicecup.engine.match.match: match does not stand before games/*",
        ),
        ("engine__games__darts__bots", "import dicecup.engine.games.dominoes.play", ":1 imports dicecup.engine.games.dominoes.play: no family knows another"),
        ("engine__match__view", "from dicecup.cli import main", ":1 imports dicecup.cli.main: the engine knows no command line"),
        ("engine__match__view", "from ..replay import walk", ":1 imports dicecup.engine.replay: replay does not stand before match"),
        ("cli__base__text", "import dicecup.cli.main as m", ":1 imports dicecup.cli.main: main does not stand before base"),
        ("cli__console__lines", "from dicecup.cli.commands import play", ":1 imports dicecup.cli.commands: commands does not stand before console"),
    ],
)  # fmt: skip
def test_an_import_against_the_order_is_seen(file, text, said):
    assert f"{file.replace('__', '/')}.py{said}" in list(out_of_order(house(**{file: text})))


def test_a_folder_that_is_not_in_the_order_is_seen():
    assert list(out_of_order(house(engine__attic__box=""))) == ["engine/attic has no place in the order"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('GAMES = ["dominoes"]', "names the family dominoes"),
        ("from dicecup.engine.games.dominoes import play", "imports the family dominoes"),
        ('load("dicecup.engine.games.dominoes.play")', "names the family dominoes"),
        ('key.startswith("dominoes.")', "names the family dominoes"),
        ('f"dominoes/{name}"', "names the family dominoes"),
        ("dict(dominoes=1)", "names the family dominoes"),
    ],
)
def test_a_family_named_outside_its_rooms_is_seen(text, said):
    assert list(named_outside(house(engine__match__match=text))) == [f"engine/match/match.py:1 {said}"]


@pytest.mark.parametrize("text", ["from rich.text import Text", "def f():\n    import rich as r"])
def test_a_library_of_the_terminal_that_is_known_to_more_is_seen(text):
    assert list(libraries_outside(house(cli__drawing__layout=text))) == []
    (found,) = libraries_outside(house(cli__games__dominoes__drawing=text))
    assert found.endswith("imports rich, which only cli/drawing/ and cli/base/output.py know")


@pytest.mark.parametrize(
    "text",
    [
        "import_module(name)",
        "import_module(name=name)",
        'importlib.import_module(f"dicecup.{name}")',
        "__import__(name)",
        "list(map(import_module, names))",
    ],
)
def test_a_computed_import_is_seen(text):
    assert list(computed_imports(house(engine__match__match=text))) == [
        "engine/match/match.py:1 imports a module whose name is computed"
    ]


def test_an_import_by_another_name_is_seen():
    text = "from importlib import import_module as load"
    assert list(computed_imports(house(engine__match__match=text))) == [
        "engine/match/match.py:1 calls import_module by another name"
    ]


@pytest.mark.parametrize(
    ("imported", "used"),
    [
        ("from dicecup.engine.games.dominoes import moves", "moves.count"),
        ("import dicecup.engine.games.dominoes.moves as m", "m.count"),
        ("import dicecup.engine.games.dominoes.moves", "dicecup.engine.games.dominoes.moves.count"),
    ],
)
def test_a_kernel_reached_through_a_module_is_seen(imported, used):
    for text in (f"return {used}(s)", f"count = {used}"):
        source = f"{imported}\n@kernel\ndef f(s):\n    {text}\n"
        assert list(through_modules(house(engine__games__dominoes__play=source))) == [
            f"engine/games/dominoes/play.py:3 the kernel f uses {used}; import it by name"
        ]


def test_a_circle_is_seen_wherever_it_is_closed():
    there = "def f():\n    import dicecup.engine.games.dominoes.moves"
    files = house(
        engine__games__dominoes__rules=there,
        engine__games__dominoes__moves="from dicecup.engine.games.dominoes.rules import R",
    )
    assert list(circles(files)) == [
        "in a circle: dicecup.engine.games.dominoes.moves, dicecup.engine.games.dominoes.rules"
    ]


def test_annotations_close_no_circle():
    there = "if TYPE_CHECKING:\n    from dicecup.engine.games.dominoes.moves import M"
    files = house(
        engine__games__dominoes__rules=there,
        engine__games__dominoes__moves="from dicecup.engine.games.dominoes.rules import R",
    )
    assert list(circles(files)) == []


def test_a_module_that_is_too_long_is_seen():
    assert list(too_long(house(cli__main="\n" * (LONGEST + 1)))) == [
        f"cli/main.py has {LONGEST + 1} lines, which may be {LONGEST}"
    ]
