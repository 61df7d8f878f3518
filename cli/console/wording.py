"""What the console calls what it is given: keys (`seed=7`) and seats (`A=basic`) where the command line has options."""

from __future__ import annotations

from dataclasses import replace

from dicecup.cli.base.wording import COMMAND_LINE

CONSOLE = replace(
    COMMAND_LINE,
    seed="seed",
    seed_given="seed={}",
    seats_given="seats={}",
    seat_given="{}",
    name_given="{}.name",
    dice_given="dice={}",
    setting="{}",
    resume="resume",
    at="fork {}",
    seat_beyond="{letter}={agent} names {letter}",
    seat_twice="{letter} is given twice",
    seat_often="{} agents are given",
    name_twice="{letter}.name is given twice",
    left_out="leave the key out",
    one_game="choose one with game=I",
    replace="; choose another name",
    undo="; begin it with undo=on",
    before="; `fork {}` plays on from before it",
    jobs="; use fewer jobs",
    time_limit="; `set time_limit SECONDS` allows them more",
    plain_mode="; use plain mode",
    no_mode="; use plain mode",
)
