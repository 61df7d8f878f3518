"""The log: its header, its lines written and read, who writes in it, what one seat may see of it, its verdict."""
