# Takes a text and answers with the text after its move. Plays o.
def won(s, p):
    rows = [s[0:3], s[3:6], s[6:9], s[0::3], s[1::3], s[2::3], s[0::4], s[2:7:2]]
    return p * 3 in rows


done = {}


def rate(s, p):
    if (s, p) in done:
        return done[s, p]
    if won(s, "o"):
        r = 1
    elif won(s, "x"):
        r = -1
    elif " " not in s:
        r = 0
    else:
        q = "x" if p == "o" else "o"
        rs = [rate(s[:i] + p + s[i + 1:], q) for i in range(9) if s[i] == " "]
        r = max(rs) if p == "o" else min(rs)
    done[s, p] = r
    return r


def computer_play(s):
    options = [s[:i] + "o" + s[i + 1:] for i in range(9) if s[i] == " "]
    return max(options, key=lambda t: rate(t, "x"))
