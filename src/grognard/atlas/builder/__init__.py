"""The builder of the boards: real geography in, drawn maps out. Needs the extra `maps`."""
