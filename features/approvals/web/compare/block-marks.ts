import type { ShownBlock } from '../../contract/index.ts'

/** A row of a preview: what it is about, and what it says. */
interface Said {
  key: string
  about: string
  says: string
}

const json = JSON.stringify

function saidBy(block: ShownBlock): Said[] {
  const rows = <T>(all: readonly T[], aboutOf: (row: T) => string, saysOf: (row: T) => unknown): Said[] =>
    all.map((row, at) => ({ key: String(at), about: aboutOf(row), says: json(saysOf(row)) }))
  switch (block.kind) {
    case 'facts':
      return rows(
        block.rows,
        ({ label }) => label,
        ({ value }) => value,
      )
    case 'totals':
      return rows(
        block.rows,
        ({ number }) => number,
        (row) => [row, block.perHead],
      )
    case 'changes':
      return rows(
        block.rows,
        ({ what, detail }) => json([what, detail]),
        ({ before, after }) => [before, after],
      )
    case 'checks':
      return rows(
        block.rows,
        ({ text }) => text,
        ({ state, detail }) => [state, detail],
      )
    case 'sample':
      return rows(
        block.rows,
        (row) => row[0] ?? '',
        (row) => row,
      )
    case 'mail':
      return saidByMail(block)
  }
}

function saidByMail({ sender, expireAt, texts, attach }: Extract<ShownBlock, { kind: 'mail' }>): Said[] {
  const said = (key: string, says: unknown): Said => ({ key, about: key, says: json(says) })
  return [
    said('from', [sender, expireAt]),
    ...Object.entries(texts).flatMap(([language, { title, body }]) => [
      said(`title.${language}`, title),
      said(`body.${language}`, body),
    ]),
    ...attach.map(({ number, quantity }) => said(`attach.${number}`, quantity)),
  ]
}

/** Keys of what a block says that the other one does not say, or says otherwise; all where there is no other. */
export function marksOf(block: ShownBlock, other: ShownBlock | undefined): ReadonlySet<string> {
  const known = Map.groupBy(other?.kind === block.kind ? saidBy(other) : [], ({ about }) => about)
  const differs = ({ about, says }: Said) => !(known.get(about) ?? []).some((each) => each.says === says)
  return new Set(
    saidBy(block)
      .filter(differs)
      .map(({ key }) => key),
  )
}

export interface BlockPair {
  left: ShownBlock | undefined
  right: ShownBlock | undefined
}

/** Blocks of two previews side by side: the first of a kind with the first of that kind, and so on. */
export function pairsOf(left: readonly ShownBlock[], right: readonly ShownBlock[]): BlockPair[] {
  const rest = [...right]
  const pairs = left.map((block): BlockPair => {
    const at = rest.findIndex(({ kind }) => kind === block.kind)
    return { left: block, right: at === -1 ? undefined : rest.splice(at, 1)[0] }
  })
  return [...pairs, ...rest.map((block) => ({ left: undefined, right: block }))]
}
