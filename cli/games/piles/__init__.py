"""The boxed Dead Man's Dice as people see it."""
