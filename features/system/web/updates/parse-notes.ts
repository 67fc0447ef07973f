/** A piece of a line: as it is, set apart, or in the letters of a program. */
export interface NotePiece {
  kind: 'text' | 'strong' | 'code'
  text: string
}

export type NoteBlock =
  | { kind: 'heading' | 'paragraph' | 'item'; pieces: NotePiece[] }
  | { kind: 'code'; text: string }

const HEADING = /^#{1,6}\s+(.*?)#*$/
const ITEM = /^\s*(?:[-*+]|\d{1,3}[.)])\s+(.*)$/
const FENCE = /^\s*```/
const INLINE = /\*\*([^*]+)\*\*|`([^`]+)`/g
/** A link is told, not followed: whoever reads sees where it leads. */
const LINK = /!?\[([^\]]*)\]\(([^()\s]+)\)/g

function piecesOf(line: string): NotePiece[] {
  const text = line.replaceAll(LINK, (_whole, name: string, to: string) =>
    name === '' || name === to ? to : `${name} (${to})`,
  )
  const pieces: NotePiece[] = []
  let from = 0
  for (const found of text.matchAll(INLINE)) {
    const [whole, strong, code] = found
    if (found.index > from) pieces.push({ kind: 'text', text: text.slice(from, found.index) })
    pieces.push({ kind: strong === undefined ? 'code' : 'strong', text: strong ?? code ?? '' })
    from = found.index + whole.length
  }
  if (from < text.length) pieces.push({ kind: 'text', text: text.slice(from) })
  return pieces
}

/**
 * Release notes in Markdown, as far as notes need it: headings, lists, paragraphs, code. Everything else, HTML included,
 * stays the text it is, so no note can become a part of the page.
 */
export function parseNotes(markdown: string): NoteBlock[] {
  const blocks: NoteBlock[] = []
  let lines: string[] = []
  let code: string[] | null = null
  const endParagraph = () => {
    if (lines.length > 0) blocks.push({ kind: 'paragraph', pieces: piecesOf(lines.join(' ')) })
    lines = []
  }
  for (const line of markdown.split(/\r?\n/)) {
    if (FENCE.test(line)) {
      endParagraph()
      if (code !== null) blocks.push({ kind: 'code', text: code.join('\n') })
      code = code === null ? [] : null
    } else if (code !== null) code.push(line)
    else {
      const heading = HEADING.exec(line)?.[1]
      const item = ITEM.exec(line)?.[1]
      if (heading !== undefined || item !== undefined || line.trim() === '') endParagraph()
      if (heading !== undefined) blocks.push({ kind: 'heading', pieces: piecesOf(heading.trim()) })
      else if (item !== undefined) blocks.push({ kind: 'item', pieces: piecesOf(item) })
      else if (line.trim() !== '') lines.push(line.trim())
    }
  }
  endParagraph()
  if (code !== null) blocks.push({ kind: 'code', text: code.join('\n') })
  return blocks
}
