/** Where a text between quotes ends, and where one ends that has no second quote: with its line. */
function endOfText(text: string, from: number): number {
  const quote = text[from]
  let at = from + 1
  for (; at < text.length && text[at] !== '\n'; at += 1) {
    if (text[at] === quote) return at + 1
    if (text[at] === '\\' && text[at + 1] !== '\n') at += 1
  }
  return Math.min(at, text.length)
}

function endOf(text: string, from: number): number {
  const isBlock = text.startsWith('/*', from)
  if (!isBlock && !text.startsWith('//', from)) return endOfText(text, from)
  const end = text.indexOf(isBlock ? '*/' : '\n', from + 2)
  return end < 0 ? text.length : end + (isBlock ? 2 : 0)
}

/**
 * A .proto text without what the parser passes over; lines and places stay. Each character is looked at once: the text may
 * be megabytes of beginnings without an end.
 */
function codeOf(text: string): string {
  const begins = /\/\*|\/\/|["']/g
  const parts: string[] = []
  let at = 0
  for (let found = begins.exec(text); found !== null; found = begins.exec(text)) {
    const end = endOf(text, found.index)
    parts.push(text.slice(at, found.index), blank(text.slice(found.index, end)))
    at = end
    begins.lastIndex = end
  }
  return parts.join('') + text.slice(at)
}

const blank = (text: string) =>
  text
    .split('\n')
    .map(({ length }) => ' '.repeat(length))
    .join('\n')

const literal = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** Behind the brace that opens it. */
function beginOf(code: string, owner: string): number | null {
  const heads = new RegExp(String.raw`\b(?:message|enum|service|group|oneof)\s+${literal(owner)}\b`, 'g')
  for (let head = heads.exec(code); head !== null; head = heads.exec(code)) {
    const end = /[{;]/g
    end.lastIndex = heads.lastIndex
    const found = end.exec(code)
    if (found === null) return null
    if (found[0] === '{') return end.lastIndex
    // Every head before it comes to the same end.
    heads.lastIndex = end.lastIndex
  }
  return null
}

/** Where the block of a message, enum or service begins and ends; null: it is not declared here. */
function blockOf(code: string, owner: string): { from: number; to: number } | null {
  const from = beginOf(code, owner)
  if (from === null) return null
  let depth = 1
  let to = from
  for (; to < code.length && depth > 0; to += 1) {
    if (code[to] === '{') depth += 1
    else if (code[to] === '}') depth -= 1
  }
  return { from, to }
}

function packageOf(code: string): string {
  return /\bpackage\s+([\w.]+)\s*;/.exec(code)?.[1] ?? ''
}

/**
 * The line that a fault of the parser is about when it names none: the parser knows lines of what it cannot read, and
 * not of what it read and cannot use. Null: the text does not say.
 */
export function lineOfFault(text: string, fault: string): number | null {
  const told =
    /(?:'([^']+)'|\bid (-?\d+))(?: is reserved)? in (?:(\w+) (\.?)([\w.]+)|Root)/.exec(fault) ??
    // Of a call of a service, which is not named.
    /^no such type: ([\w.]+)$/.exec(fault)
  if (told === null) return null
  const [, name, id, kind = 'Root', dot, path = ''] = told
  const code = codeOf(text)
  const inPackage = packageOf(code)
  const isBlock = kind !== 'Root' && kind !== 'Namespace'
  // With a dot before it the path is whole: what was read is in its place.
  if (isBlock && dot === '.' && inPackage !== '' && !path.startsWith(`${inPackage}.`)) return null
  const block = isBlock ? blockOf(code, path.slice(path.lastIndexOf('.') + 1)) : { from: 0, to: code.length }
  if (block === null) return null
  const subject =
    name === undefined ? String.raw`=\s*${id}(?!\w)` : String.raw`(?<![\w.])${literal(name)}(?![\w.])`
  const places = [...code.slice(block.from, block.to).matchAll(new RegExp(subject, 'g'))]
  const place = fault.startsWith('duplicate') ? (places[1] ?? places[0]) : places[0]
  return place === undefined ? null : code.slice(0, block.from + place.index).split('\n').length
}
