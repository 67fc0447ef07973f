/** A .proto text without what the parser passes over; lines and places stay. */
function codeOf(text: string): string {
  return text.replaceAll(/\/\*[^]*?\*\/|\/\/[^\n]*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/g, (found) =>
    found.replaceAll(/[^\n]/g, ' '),
  )
}

const literal = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** Where the block of a message, enum or service begins and ends; null: it is not declared here. */
function blockOf(code: string, owner: string): { from: number; to: number } | null {
  const found = new RegExp(
    String.raw`\b(?:message|enum|service|group|oneof)\s+${literal(owner)}\b[^{;]*\{`,
  ).exec(code)
  if (found === null) return null
  const from = found.index + found[0].length
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
