"""formats/dwc: the Play-by-Email Diplomacy World Championship of 2023."""
