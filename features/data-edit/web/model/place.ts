import type { Change } from '@qd/protocol-model'

/** Where a change stands: a module, a row's key in a table, and the way down from there. */
export type Place = Pick<Change, 'diff' | 'key' | 'path'>

/** One text per place, for maps and React keys. */
export function placeId({ diff, key, path }: Place): string {
  return JSON.stringify([diff, key ?? null, ...path.map(String)])
}

/** The place as people read it: `bag[10007].count`. */
export function placeText({ key, path }: Place, netKey: string): string {
  const row = key === undefined ? '' : `[${key}]`
  return path.reduce<string>(
    (text, segment) =>
      /^[A-Za-z_]\w*$/.test(String(segment)) ? `${text}.${segment}` : `${text}[${segment}]`,
    `${netKey}${row}`,
  )
}

/** The place behind a `placeId`. */
export function placeOfId(id: string): Place {
  const [diff, key, ...path] = JSON.parse(id) as [string, string | null, ...string[]]
  return { diff, ...(key === null ? {} : { key }), path }
}
