import { describe, expect, it } from 'vitest'
import { GAME_CODES } from '../src/index.ts'
import type { MailContent } from '../src/index.ts'
import { GameError, wholeAdapter } from '../src/adapter/index.ts'
import type { ConformanceTrial } from './describe-adapter.ts'
import { freshWrite } from './plain-tries.ts'

let mails = 0
/** A name that no mail had before. */
const freshMailId = () => `conformance-${Date.now()}-${(mails += 1)}`

const content = (): MailContent => ({
  title: { cn: '测试', en: 'A test' },
  body: 'conformance',
  sender: 'tester',
  attach: [],
  sendAt: Date.now(),
  expireAt: Date.now() + 30 * 86_400_000,
})

/** Mail reaches each player once, whatever is repeated; a recall takes it back. */
export function describeMail({ adapter, target, fixtures: { uId, nobody } }: ConformanceTrial): void {
  const whole = () => wholeAdapter(adapter()).mail
  const batch = (mailId: string, uIds: string[], mail = content()) => ({
    mailId,
    batch: '0',
    mail,
    recipients: uIds.map((each) => ({ uId: each })),
    ...freshWrite(),
  })
  const codeOf = async (call: Promise<unknown>) => {
    const error = await call.then(
      () => null,
      (caught: unknown) => caught,
    )
    return error instanceof GameError ? error.code : error
  }

  describe('mail', () => {
    it('to named players answers each row, once per key and once per player', async () => {
      const mail = whole()
      const input = batch(freshMailId(), [uId, nobody])
      const { results } = await mail.batch(target(), input)
      expect(results.map(({ index, code }) => [index, code])).toEqual([
        [0, 0],
        [1, GAME_CODES.unknownPlayer],
      ])
      expect(await mail.batch(target(), input)).toEqual({ results })
      const again = await mail.batch(target(), { ...input, ...freshWrite(), batch: '1' })
      expect(again.results[0]).toMatchObject({ index: 0, status: 0, code: GAME_CODES.duplicate })
      const { counts, rows } = await mail.status(target(), { mailId: input.mailId })
      expect(counts).toEqual({ delivered: 1, read: 0, claimed: 0, expired: 0, recalled: 0 })
      expect(rows).toMatchObject([{ uId, state: 'delivered' }])
    })

    it('that is another one under the same name is refused', async () => {
      const mail = whole()
      const mailId = freshMailId()
      await mail.batch(target(), batch(mailId, [uId]))
      const other = mail.batch(target(), batch(mailId, [uId], { ...content(), title: 'another' }))
      expect(await codeOf(other)).toBe(GAME_CODES.exists)
    })

    it('is recalled, and comes no more', async () => {
      const mail = whole()
      const input = batch(freshMailId(), [uId])
      await mail.batch(target(), input)
      const recall = { mailId: input.mailId, ...freshWrite() }
      const recalled = await mail.recall(target(), recall)
      expect(recalled).toMatchObject({ removed: 1, claimed: [] })
      expect(await mail.recall(target(), recall)).toEqual(recalled)
      expect((await mail.status(target(), { mailId: input.mailId })).counts).toMatchObject({ recalled: 1 })
      const late = mail.batch(target(), { ...input, ...freshWrite() })
      expect(await codeOf(late)).toBe(GAME_CODES.duplicate)
    })

    it('to everybody is accepted, and accepted again as it was', async () => {
      const mail = whole()
      const input = { mailId: freshMailId(), revision: 1, where: { level: { min: 1 } }, ...content() }
      expect(await mail.global(target(), { ...input, ...freshWrite() })).toEqual({ accepted: true })
      expect(await mail.global(target(), { ...input, ...freshWrite() })).toEqual({ accepted: true })
      const other = mail.global(target(), { ...input, title: 'another', ...freshWrite() })
      expect(await codeOf(other)).toBe(GAME_CODES.exists)
    })
  })
}

/** Players by condition are counted, and those shown fit it. */
export function describePlayersQuery({ adapter, target }: ConformanceTrial): void {
  it('playersQuery.find counts who fits and shows some of them', async () => {
    const { playersQuery } = wholeAdapter(adapter())
    const all = await playersQuery.find(target(), { where: {}, limit: 1 })
    expect(all.rows).toHaveLength(1)
    const { level } = all.rows[0]!
    const some = await playersQuery.find(target(), { where: { level: { min: level } }, limit: 50 })
    expect(some.count).toBeLessThanOrEqual(all.count)
    expect(some.rows.length).toBeGreaterThan(0)
    expect(some.rows.filter((row) => row.level < level)).toEqual([])
  })
}
