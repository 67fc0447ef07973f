const LINE_END = /\r\n|\r|\n/u

/**
 * Lines of a text that comes in pieces, those that are complete with each piece; `onKept` hears how many characters of a
 * line wait for its end.
 */
export async function* splitLines(
  pieces: AsyncIterable<string>,
  onKept: (characters: number) => void = () => {},
): AsyncGenerator<readonly string[], void> {
  let rest = ''
  // A return at the end of a piece may be the first half of a line break.
  let isOpen = false
  for await (const given of pieces) {
    const piece: string = isOpen ? `\r${given}` : given
    isOpen = piece.endsWith('\r')
    const lines = (isOpen ? piece.slice(0, -1) : piece).split(LINE_END)
    lines[0] = rest + lines[0]!
    rest = lines.pop()!
    onKept(rest.length)
    if (lines.length > 0) yield lines
  }
  yield isOpen ? [rest, ''] : [rest]
}
