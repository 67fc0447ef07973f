import { hash } from 'node:crypto'
import type { CatalogueServer } from '@qd/server-kit'
import type { MailDraft } from '../contract/index.ts'
import type { UseCaseDeps } from './mail-deps.ts'

/** The servers a mail goes to: those it names, or all of its line; a named one that left the line is missing. */
export function targetServers(
  { reach }: Pick<UseCaseDeps, 'reach'>,
  lineId: string,
  { serverId }: Pick<MailDraft, 'serverId'>,
): CatalogueServer[] {
  const named = new Set(serverId)
  return reach
    .serversOf(lineId)
    .filter(({ sId }) => named.size === 0 || named.has(sId))
    .toSorted((left, right) => left.sId - right.sId)
}

/** Does something with each of many, some at a time. */
export async function eachOf<T, R>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  let next = 0
  const worker = async () => {
    for (let at = next++; at < items.length; at = next++) results[at] = await work(items[at]!)
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker))
  return results
}

export const sha256 = (text: string) => hash('sha256', text, 'hex')
