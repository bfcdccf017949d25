"""Why a move is good; board and tree pictures (SVG), made once and used by every edge."""
