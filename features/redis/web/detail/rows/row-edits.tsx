import { openConfirm } from '@qd/web-frame'
import { EDIT_BYTES } from '../../../contract/index.ts'
import type { KeyEdit, LongName, PageRow } from '../../../contract/index.ts'
import { redisText } from '../../texts.ts'
import { openAskText } from '../edit/ask-text.tsx'
import { sendFormEdit } from '../edit/changes.ts'
import { openTtl } from '../edit/ttl-dialog.tsx'
import { isScore } from '../model/bulk-rows.ts'
import { shownBytes } from '../model/bytes.ts'
import type { KeyPlace } from '../key-place.ts'
import { hasName, wholeRow } from './long-names.ts'
import type { NamedRow } from './long-names.ts'

/** Entries one change may carry. */
const PER_CHANGE = 1_000
/** Names a question shows. */
const SHOWN = 10

/** What a row is called in a question. */
export function rowName(row: PageRow): string {
  if (row.type === 'hash') return shownBytes(row.field)
  if (row.type === 'list') return `[${row.index}]`
  return row.type === 'stream' ? row.id : shownBytes(row.member)
}

const isLong = (row: PageRow): row is NamedRow & { long: LongName } => hasName(row) && row.long !== undefined

/** What is done with the whole row; one that is gone or too long is told in the dialog. */
async function withWhole<R extends PageRow>(place: KeyPlace, row: R, run: (whole: R) => Promise<unknown>) {
  const whole = await wholeRow(place, row)
  return whole === null ? undefined : run(whole)
}

/** Whether the row can be named: not where its name, or the hash of an element, is of more than is edited. */
export function isNamed(row: PageRow): boolean {
  if (row.type === 'list') return row.sha1 !== ''
  return !isLong(row) || row.long.bytes <= EDIT_BYTES
}

function ofType<T extends PageRow['type']>(rows: readonly PageRow[], type: T): (PageRow & { type: T })[] {
  return rows.filter((row): row is PageRow & { type: T } => row.type === type)
}

/** Changes that take rows out, in an order in which none moves another one. */
function removals(rows: readonly PageRow[]): KeyEdit[] {
  const fields = ofType(rows, 'hash').map(({ field }) => field)
  if (fields.length > 0) return [{ kind: 'removeFields', fields }]
  const members = ofType(rows, 'set').map(({ member }) => member)
  if (members.length > 0) return [{ kind: 'removeMembers', members }]
  const scored = ofType(rows, 'zset').map(({ member }) => member)
  if (scored.length > 0) return [{ kind: 'removeScored', members: scored }]
  const ids = ofType(rows, 'stream').map(({ id }) => id)
  if (ids.length > 0) return [{ kind: 'removeEntries', ids }]
  // From the end on: the indexes before it stay.
  return ofType(rows, 'list')
    .toSorted((a, b) => b.index - a.index)
    .map(({ index, sha1 }): KeyEdit => ({ kind: 'removeIndex', index, expect: sha1 }))
}

async function removeRows(place: KeyPlace, all: readonly PageRow[]): Promise<void> {
  const rows = all.filter((row) => !isLong(row))
  // Each is sent with all its bytes, so they go one by one.
  for (const row of all.filter(isLong)) {
    await withWhole<PageRow>(place, row, async (whole) => {
      for (const edit of removals([whole])) await sendFormEdit(place, edit)
    })
  }
  for (let at = 0; at < rows.length; at += PER_CHANGE) {
    // List entries go one by one, so all of them are put in order first.
    const part = rows[0]?.type === 'list' ? rows : rows.slice(at, at + PER_CHANGE)
    for (const edit of removals(part)) await sendFormEdit(place, edit)
    if (rows[0]?.type === 'list') return
  }
}

/** Asks, shows what goes, and deletes rows. */
export function askRemove(place: KeyPlace, rows: readonly PageRow[], onDone: () => void): void {
  const named = rows.filter(isNamed)
  const names = named.slice(0, SHOWN).map(rowName)
  const more = named.length - names.length
  const cut = rows.length - named.length
  openConfirm({
    title: redisText('detail.deleteRows', { count: named.length }),
    text: (
      <>
        <ul style={{ margin: 0, paddingLeft: 18, overflowWrap: 'anywhere' }}>
          {names.map((name) => (
            <li key={name}>
              <code>{name.slice(0, 200)}</code>
            </li>
          ))}
          {more > 0 ? <li>{redisText('detail.andMore', { count: more })}</li> : null}
        </ul>
        {cut > 0 ? <p>{redisText('detail.cutStay', { count: cut })}</p> : null}
      </>
    ),
    action: redisText('detail.delete'),
    run: async () => {
      await removeRows(place, named)
      onDone()
    },
  })
}

type Hash = PageRow & { type: 'hash' }
type List = PageRow & { type: 'list' }
type Scored = PageRow & { type: 'zset' }

/** HSET under the new name and HDEL of the old one, unless the new one is there already. */
export function askRenameField(place: KeyPlace, row: Hash): void {
  openAskText({
    title: redisText('detail.renameField'),
    label: redisText('detail.field'),
    initial: shownBytes(row.field),
    action: redisText('detail.save'),
    run: (field) =>
      sendFormEdit(place, { kind: 'setField', from: row.field, field, value: row.value, expect: row.sha1 }),
  })
}

export function askFieldTtl(place: KeyPlace, row: Hash): void {
  openTtl({
    title: redisText('detail.fieldTtl', { name: shownBytes(row.field) }),
    ttlMs: row.ttlMs ?? -1,
    lost: shownBytes(row.field),
    run: (ttlMs) =>
      withWhole(place, row, ({ field }) => sendFormEdit(place, { kind: 'expireField', field, ttlMs })),
  })
}

export function askMove(place: KeyPlace, row: List): void {
  openAskText({
    title: redisText('detail.move', { index: row.index }),
    label: redisText('detail.moveTo'),
    initial: String(row.index),
    action: redisText('detail.save'),
    wrong: (text) => (/^-?\d{1,15}$/.test(text) ? '' : redisText('detail.wholeNumber')),
    run: (text) =>
      sendFormEdit(place, { kind: 'moveIndex', index: row.index, to: Number(text), expect: row.sha1 }),
  })
}

export function askScore(place: KeyPlace, row: Scored): void {
  openAskText({
    title: redisText('detail.changeScore', { name: shownBytes(row.member) }),
    label: redisText('detail.score'),
    initial: row.score,
    action: redisText('detail.save'),
    wrong: (text) => (isScore(text.trim()) ? '' : redisText('detail.noNumber')),
    run: (text) =>
      withWhole(place, row, ({ member }) =>
        sendFormEdit(place, {
          kind: 'setScored',
          member,
          by: member,
          score: text.trim(),
          expectScore: row.score,
        }),
      ),
  })
}
