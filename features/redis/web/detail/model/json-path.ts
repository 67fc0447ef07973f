import { readJsonText } from '../viewers/viewers.ts'

/** JSON.GET answers a path with `$` by a list of all that fits: the text of the one in it; null for none or several. */
export function onlyMatch(text: string): string | null {
  const read = readJsonText(text)
  const items = 'root' in read ? read.root.items : undefined
  const only = items?.[0]
  return only === undefined || items?.length !== 1 ? null : text.slice(only.from, only.to)
}
