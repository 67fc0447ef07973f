import { canonicalJson } from '@qd/canonical-json'
import type { PreviewBlock, Words } from '@qd/contract-kit'
import { utcText } from '@qd/server-kit'
import type { ApprovalFacts, CallContext } from '@qd/server-kit'
import { checkMail } from '../checks/check-mail.ts'
import type { GatheredMail } from '../checks/gather-facts.ts'
import { goesToAll } from '../checks/mail-facts.ts'
import { sharedParams } from '../checks/tell-check.ts'
import { itemTotals, weightOf } from '../checks/totals.ts'
import type { MailFacts } from '../checks/mail-facts.ts'
import { conditionFacts } from './condition-facts.ts'
import { objectOf } from '../follow-request.ts'
import { sha256 } from '../servers.ts'
import type { MailRow } from '../tables.ts'

const SERVERS_SHOWN = 20

function nameOf({ targets }: MailFacts, number: string): Words {
  const item = targets.map(({ items }) => items?.get(number)).find((found) => found !== undefined)
  if (item === undefined) return number
  return typeof item.name === 'string' ? item.name : { texts: item.name, otherwise: number }
}

const whenOf = (at: number | null): Words => (at === null ? { key: 'mail.fact.atOnce' } : utcText(at))

function factRows(facts: MailFacts) {
  const { draft, reach, targets } = facts
  const count = reach.players === null ? null : { quantity: String(reach.players) }
  const players: Words =
    goesToAll(facts) && count !== null ? { key: 'mail.bound.about', params: { count } } : (count ?? '?')
  const shown = targets.slice(0, SERVERS_SHOWN).map(({ server }) => `S${String(server.sId)}`)
  const servers = targets.length > SERVERS_SHOWN ? [...shown, `… ${String(targets.length)}`] : shown
  return [
    { label: { key: 'mail.fact.players' }, value: players },
    { label: { key: 'mail.fact.servers' }, value: servers.join(' ') },
    { label: { key: 'mail.fact.sendAt' }, value: whenOf(draft.sendAt) },
    { label: { key: 'mail.fact.expireAt' }, value: whenOf(draft.expireAt) },
    ...(draft.sendType === 1 ? conditionFacts({}) : []),
    ...(draft.sendType === 3 ? conditionFacts(draft.where) : []),
    ...(goesToAll(facts) && draft.exclude.length > 0
      ? [{ label: { key: 'mail.fact.excluded' }, value: { quantity: String(draft.exclude.length) } }]
      : []),
  ]
}

function previewOf(facts: MailFacts): PreviewBlock[] {
  const { draft, reach } = facts
  const sender: Words = { texts: draft.sender, otherwise: draft.sender[draft.fallback] ?? '' }
  const attach = draft.attach.map(({ number, quantity }) => ({
    number,
    name: nameOf(facts, number),
    quantity,
  }))
  const totals = itemTotals(facts).map(({ number, each, total, worth }) => ({
    number,
    name: nameOf(facts, number),
    each: String(each),
    total: String(total),
    worth: worth === null ? null : String(worth),
  }))
  const checks = checkMail(facts).map((check) => ({
    state: check.state === 'ok' ? ('ok' as const) : ('warn' as const),
    text: { key: check.text, params: sharedParams(check) },
  }))
  const columns: Words[] = [{ key: 'mail.csv.server' }, { key: 'mail.csv.player' }, ...reach.vars]
  const rows = reach.sample.map(({ sId, player, vars }) => [
    `S${String(sId)}`,
    player,
    ...reach.vars.map((name) => vars[name] ?? ''),
  ])
  const vars = reach.sample.map((each) => each.vars)
  return [
    { kind: 'facts', rows: factRows(facts) },
    { kind: 'mail', sender, texts: draft.content, attach, expireAt: draft.expireAt, vars },
    ...(totals.length === 0 ? [] : [{ kind: 'totals' as const, perHead: reach.players, rows: totals }]),
    ...(rows.length === 0 ? [] : [{ kind: 'sample' as const, columns, rows, total: reach.players ?? 0 }]),
    { kind: 'checks', rows: checks },
  ]
}

/** Stands for the items a mail gives, what they are worth and what may be given of them, as it is now. */
function itemsVersion(facts: MailFacts): string {
  const rows = itemTotals(facts).map(({ number }) => {
    const known = facts.targets.flatMap(({ items }) => items?.get(number)?.value ?? [])
    const limit = facts.limits.get(number)
    const rate = facts.rates.get(number)
    // Without a rate as before there were any, so that requests which were open then hold.
    const rated = rate === undefined ? [] : [rate]
    return [number, Math.max(0, ...known), limit === undefined ? '' : String(limit), ...rated]
  })
  return sha256(canonicalJson(rows))
}

/** What approvers are asked about: the condition of a mail to everybody, the frozen players of any other. */
export function approvalFacts(
  row: MailRow,
  { facts, servers }: GatheredMail,
  ctx: CallContext,
): ApprovalFacts {
  const { place } = ctx
  const { reach, words, contentHash, draft } = facts
  const recipients = reach.hash === null ? [] : [reach.hash]
  const whom = goesToAll(facts) ? { where: draft.where, exclude: draft.exclude } : { recipients }
  const content = { contentHash, sendType: draft.sendType, servers: servers.map(({ key }) => key), ...whom }
  return {
    place,
    ...weightOf(facts),
    objects: [objectOf(row)],
    bases: [
      { key: 'items', label: { key: 'mail.base.items' }, version: itemsVersion(facts) },
      { key: 'words', label: { key: 'mail.base.words' }, version: String(words.revision) },
      ...recipients.map((version) => ({
        key: 'recipients',
        label: { key: 'mail.base.recipients' },
        version,
      })),
    ],
    preview: previewOf(facts),
    title: { key: 'mail.title.send', params: { name: row.name === '' ? row.title : row.name } },
    about: sha256(canonicalJson(content)),
    content,
    hint: `/email/${row.id}`,
  }
}
