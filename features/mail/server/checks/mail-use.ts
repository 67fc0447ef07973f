import type { GiftEntry } from '@qd/gift-content'
import type { Gift } from '@qd/item-limits'
import type { Caller, LimitedUse } from '@qd/server-kit'
import type { MailDraft } from '../../contract/index.ts'
import type { UseCaseDeps } from '../mail-deps.ts'
import { frozenText, isNamesOnly, recipientsIn } from '../recipients/recipient.ts'
import type { Recipient } from '../recipients/recipient.ts'
import { isGlobal } from './mail-facts.ts'

/** Recipients by what they get. */
export class GiftGroups {
  readonly #groups = new Map<string, { entries: readonly GiftEntry[]; uIds: string[]; unnamed: number }>()

  add(entries: readonly GiftEntry[], { uId }: Recipient): void {
    if (entries.length === 0) return
    const key = entries.map(({ number, quantity }) => `${number},${quantity}`).join('|')
    const group = this.#groups.get(key) ?? { entries, uIds: [], unnamed: 0 }
    this.#groups.set(key, group)
    // Who is known by a roleId alone counts as a player nobody knows yet.
    if (uId === undefined) group.unnamed += 1
    else group.uIds.push(uId)
  }

  gifts(): Gift[] {
    return [...this.#groups.values()].flatMap(({ entries, uIds, unnamed }) => [
      ...(uIds.length === 0 ? [] : [{ entries, to: { uIds } }]),
      ...(unnamed === 0 ? [] : [{ entries, to: { unnamed } }]),
    ])
  }
}

/** The chunks of a set in their order, one at a time. */
export async function* chunksOf({ store }: Pick<UseCaseDeps, 'store'>, setId: string) {
  for (let after = -1; ;) {
    const chunk = await store.read
      .selectFrom('mail_chunk')
      .selectAll()
      .where('set_id', '=', setId)
      .where('seq', '>', after)
      .orderBy('seq')
      .limit(1)
      .executeTakeFirst()
    if (chunk === undefined) return
    after = chunk.seq
    yield chunk
  }
}

interface Given {
  mailId: string
  lineId: string
  draft: MailDraft
  /** Of a mail to everybody about how many they are. */
  players: number | null
  /** Recipients of a list: as they are named, or stored. */
  named: readonly Recipient[]
  setId: string | null
}

export const personOf = ({ personId, userId, name }: Caller) => ({ id: personId ?? userId, name })

/** What a mail gives to whom, as limits count it; null: nothing. Reads the whole list, so that one that was changed is refused. */
export async function useOf(deps: UseCaseDeps, caller: Caller, given: Given): Promise<LimitedUse | null> {
  const { draft, lineId, mailId } = given
  const groups = new GiftGroups()
  const add = (each: Recipient) => groups.add(each.attach ?? draft.attach, each)
  for (const each of given.named) add(each)
  if (given.setId !== null)
    for await (const chunk of chunksOf(deps, given.setId)) {
      const text = frozenText(chunk)
      // Nobody of it gets anything that counts.
      if (draft.attach.length === 0 && isNamesOnly(text)) continue
      for (const each of recipientsIn(text)) add(each)
    }
  const toAll: Gift[] =
    draft.attach.length > 0 ? [{ entries: draft.attach, to: { everyone: given.players ?? 0 } }] : []
  const gifts = isGlobal(draft.sendType) ? toAll : groups.gifts()
  if (gifts.length === 0) return null
  const atMs = draft.sendAt === null ? {} : { atMs: draft.sendAt }
  return { kind: 'mail', gifts, lineId, person: personOf(caller), about: `mail:${mailId}`, ...atMs }
}
