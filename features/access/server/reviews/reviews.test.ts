import { describeStored } from '@qd/store/testing'
import { expect, test } from 'vitest'
import { at, openAccessDesk } from '../../../../apps/server/testing/access-desk.ts'
import type { ReviewItem, ReviewView } from '../../contract/index.ts'
import { accessMigrations } from '../index.ts'
import type { AccessTables } from '../index.ts'

const DAY_MS = 86_400_000
/** 2027-01-15 */
const START = 1_800_000_000_000
const PEOPLE = ['boss', 'rev', 'second', 'local', 'ops', 'idle', 'member']

describeStored('access reviews', accessMigrations, (open) => {
  const prepare = async (givenDays = 200) => {
    const clock = { nowMs: START - givenDays * DAY_MS }
    const desk = await openAccessDesk(await open<AccessTables>(), PEOPLE, clock)
    await desk.assign('boss', [at('ROLE_ADMIN', '*')])
    await desk.assign('rev', [at('reviewer', '*')])
    await desk.assign('second', [at('reviewer', '*')])
    await desk.assign('local', [at('reviewer', 'other')])
    await desk.assign('ops', [at('operator', 'lantern'), at('reader', 'lantern/harbour')])
    await desk.assign('idle', [at('operator', 'other')])
    const draft = { name: '夜班', parentId: null, externalName: '' }
    const saved = await desk.ask<{ groupId: string }>('boss', '/platform/userGroup/save', draft)
    const { groupId } = saved.body.data
    await desk.ask('boss', '/platform/userGroup/grants', {
      groupId,
      give: [at('operator', 'lantern')],
      take: [],
    })
    await desk.ask('boss', '/platform/userGroup/members/change', { groupId, join: ['id-member'], leave: [] })
    // What is given here is old enough to be called unused where a test begins.
    clock.nowMs = START
    const review = <T = unknown>(who: string, call: string, body: object = {}) =>
      desk.ask<T>(who, `/platform/user/reviews/${call}`, body)
    const begin = async (who: string, scope = '*') =>
      (await review<{ reviewId: string; items: number }>(who, 'open', { scope })).body.data
    const items = async (who: string, reviewId: string, filter: object = {}) =>
      (
        await review<{ list: ReviewItem[]; total: number }>(who, 'items', {
          reviewId,
          page: 1,
          pageSize: 100,
          ...filter,
        })
      ).body.data
    const listed = async (who: string) =>
      (await review<{ list: ReviewView[]; quarter: string; openable: string[] }>(who, 'list')).body.data
    const decide = (who: string, reviewId: string, body: object) =>
      review(who, 'decide', { reviewId, decision: 'keep', reason: '', ...body })
    return { desk, clock, groupId, review, begin, items, listed, decide }
  }
  const codeOf = ({ http, body }: { http: number; body: { err?: { code: string } } }) => [
    http,
    body.err?.code,
  ]
  const told = ({ kind, user, group, grants, use }: ReviewItem) => [
    kind,
    user?.username ?? group?.name,
    grants.map(({ role, scope }) => `${role}@${scope}`).join(' '),
    use,
  ]

  test('calls nothing unused for 90 days that was given later, and counts no use of an earlier grant', async () => {
    const { desk, clock, groupId, begin, items } = await prepare()
    desk.uses.push({ userId: 'id-idle', permission: 'index.data.edit', scope: 'other', at: START - DAY_MS })
    // Taken, and given again just now; somebody joins a group that has had its role for long.
    await desk.ask('boss', '/platform/user/grants', {
      userId: 'id-idle',
      give: [],
      take: [at('operator', 'other')],
    })
    await desk.ask('boss', '/platform/user/grants', {
      userId: 'id-idle',
      give: [at('operator', 'other')],
      take: [],
    })
    await desk.ask('boss', '/platform/userGroup/members/change', { groupId, join: ['id-local'], leave: [] })
    clock.nowMs = START + 1_000
    const { reviewId } = await begin('rev')
    const { list } = await items('rev', reviewId)
    const useOf = (who: string, role: string) =>
      list.find(({ user, grants }) => user?.username === who && grants[0]?.role === role)?.use
    expect(useOf('idle', 'operator')).toBe('new')
    expect(useOf('local', 'operator')).toBe('new')
    expect(useOf('member', 'operator')).toBe('unused')
    expect(list.find(({ kind }) => kind === 'groupGrant')?.use).toBe('unused')
    expect((await items('rev', reviewId, { use: 'new' })).total).toBe(2)
    await desk.close()
  })

  test('tells who holds what at a place by grant and group, and what nobody has used for 90 days', async () => {
    const { desk, groupId, review, begin, items, listed } = await prepare()
    const use = (who: string, permission: string, scope: string, days: number) =>
      desk.uses.push({ userId: `id-${who}`, permission, scope, at: START - days * DAY_MS })
    use('ops', 'index.data.edit', 'lantern/harbour/harbour-dev', 2)
    use('idle', 'index.data.edit', 'other', 91)
    use('idle', 'index.data.edit', 'lantern', 1)
    use('boss', 'users.grant.assign', '*', 3)
    expect(await listed('rev')).toEqual({ list: [], quarter: '2027-Q1', openable: ['*'] })
    const { reviewId, items: found } = await begin('rev')
    const all = await items('rev', reviewId)
    expect([found, all.total]).toEqual([9, 9])
    expect(all.list.map(told)).toEqual([
      ['grant', 'boss', 'ROLE_ADMIN@*', 'used'],
      ['grant', 'idle', 'operator@other', 'unused'],
      ['grant', 'local', 'reviewer@other', 'unknown'],
      ['membership', 'member', 'operator@lantern', 'unused'],
      ['grant', 'ops', 'operator@lantern', 'used'],
      ['grant', 'ops', 'reader@lantern/harbour', 'unknown'],
      ['grant', 'rev', 'reviewer@*', 'unknown'],
      ['grant', 'second', 'reviewer@*', 'unknown'],
      ['groupGrant', '夜班', 'operator@lantern', 'unused'],
    ])
    expect(all.list.find(({ user }) => user?.username === 'idle')?.usedAt).toBe(START - 91 * DAY_MS)
    expect(all.list.filter(({ isOwn }) => isOwn).map(({ user }) => user?.username)).toEqual(['rev'])
    expect((await items('rev', reviewId, { use: 'unused' })).total).toBe(3)
    expect((await items('rev', reviewId, { kind: 'groupGrant' })).list[0]?.group?.id).toBe(groupId)
    expect((await items('rev', reviewId, { search: 'OPS' })).total).toBe(2)
    expect((await items('rev', reviewId, { page: 2, pageSize: 4 })).list.map(({ item }) => item)).toEqual([
      5, 6, 7, 8,
    ])
    // One a quarter and place; somebody answers for their own place and sees no other.
    expect(codeOf(await review('second', 'open', { scope: '*' }))).toEqual([409, 'review_there'])
    expect(codeOf(await review('local', 'open', { scope: '*' }))).toEqual([404, 'review_not_found'])
    expect(codeOf(await review('local', 'items', { reviewId, page: 1, pageSize: 5 }))).toEqual([
      404,
      'review_not_found',
    ])
    expect(await listed('local')).toMatchObject({ list: [], openable: ['other'] })
    const local = await begin('local', 'other')
    expect((await items('local', local.reviewId)).list.map(told)).toEqual([
      ['grant', 'idle', 'operator@other', 'unused'],
      ['grant', 'local', 'reviewer@other', 'unknown'],
    ])
    expect(codeOf(await review('ops', 'list'))).toEqual([403, 'forbidden'])
    expect(codeOf(await review('rev', 'open', { scope: 'nowhere' }))).toEqual([409, 'review_nothing'])
    await desk.close()
  })

  test('nobody decides on their own rights, by whatever account or group; signed is what is decided whole', async () => {
    const { desk, groupId, review, begin, items, listed, decide } = await prepare()
    await desk.accounts.tie(async (change) => change({} as never), 'id-rev', 'id-member')
    const { reviewId } = await begin('second')
    const { list } = await items('rev', reviewId)
    const of = (username: string) => list.find(({ user }) => user?.username === username)!.item
    const group = list.find(({ kind }) => kind === 'groupGrant')!.item
    for (const item of [of('rev'), of('member'), group]) {
      expect(codeOf(await decide('rev', reviewId, { items: [of('ops'), item] }))).toEqual([403, 'review_own'])
    }
    expect((await items('rev', reviewId, { decision: 'open' })).total).toBe(9)
    expect(codeOf(await decide('rev', reviewId, { items: [of('idle')], decision: 'remove' }))).toEqual([
      400,
      'reason_required',
    ])
    expect(codeOf(await decide('rev', reviewId, { items: [99] }))).toEqual([404, 'review_not_found'])
    const gone = { items: [of('idle'), of('ops')], decision: 'remove', reason: 'left the team' }
    expect((await decide('rev', reviewId, gone)).http).toBe(200)
    const rest = list
      .filter(({ item, isOwn }) => !isOwn && !gone.items.includes(item))
      .map(({ item }) => item)
    expect((await decide('rev', reviewId, { items: rest })).http).toBe(200)
    expect(codeOf(await review('rev', 'sign', { reviewId }))).toEqual([409, 'review_undecided'])
    expect((await listed('rev')).list[0]).toMatchObject({
      signedAt: null,
      undecided: 3,
      removed: 2,
      left: 2,
      kept: 4,
    })
    expect((await decide('second', reviewId, { items: [of('rev'), of('member'), group] })).http).toBe(200)
    // Somebody may change their mind until it is signed.
    expect((await decide('second', reviewId, { items: [of('ops')], decision: 'open' })).http).toBe(200)
    expect(codeOf(await review('rev', 'sign', { reviewId }))).toEqual([409, 'review_undecided'])
    expect(
      (await decide('second', reviewId, { items: [of('ops')], decision: 'remove', reason: 'moved' })).http,
    ).toBe(200)
    expect((await review('rev', 'sign', { reviewId })).http).toBe(200)
    expect(codeOf(await review('second', 'sign', { reviewId }))).toEqual([409, 'review_signed'])
    expect(codeOf(await decide('second', reviewId, { items: [group] }))).toEqual([409, 'review_signed'])
    // What is to go goes by the call it always goes by; the record tells what is left.
    const idle = list.find(({ item }) => item === of('idle'))!
    const { roleName: _roleName, ...grant } = idle.grants[0]!
    await desk.ask('boss', '/platform/user/grants', { userId: idle.user!.id, give: [], take: [grant] })
    expect((await listed('rev')).list[0]).toMatchObject({
      quarter: '2027-Q1',
      signedAt: START,
      signedBy: { id: 'id-rev', name: 'rev' },
      items: 9,
      kept: 7,
      removed: 2,
      left: 1,
    })
    const held = await items('rev', reviewId, { decision: 'remove' })
    expect(held.list.map(({ user, isHeld }) => [user?.username, isHeld])).toEqual([
      ['idle', false],
      ['ops', true],
    ])
    expect((await listed('rev')).openable).toEqual([])
    expect(groupId).not.toBe('')
    await desk.close()
  })

  test('a review is a file for good, safe in a spreadsheet', async () => {
    const { desk, review, begin, items, decide } = await prepare()
    const { reviewId } = await begin('second')
    const first = (await items('second', reviewId)).list[0]!
    await decide('second', reviewId, { items: [first.item], decision: 'remove', reason: '=HYPERLINK("x")' })
    const { raw } = await review('second', 'export', { reviewId })
    const [head, row, ...more] = raw.trim().split('\r\n')
    expect(head).toContain('quarter,review,signedBy,signedAt,source,username')
    expect(row).toContain('2027-Q1,*,,,grant,boss,')
    expect(row).toContain(`"'=HYPERLINK(""x"")"`)
    expect(more).toHaveLength(8)
    await desk.close()
  })

  test('2,000 people with 10,000 grants are opened, paged, decided and signed', async () => {
    const store = await open<AccessTables>()
    const people = Array.from({ length: 2_000 }, (_each, index) => `p${String(index).padStart(4, '0')}`)
    const desk = await openAccessDesk(store, ['rev', 'other', ...people], { nowMs: START })
    await desk.assign('rev', [at('reviewer', '*')])
    await desk.assign('other', [at('reviewer', '*')])
    const roles = await store.read.selectFrom('role').select(['id', 'code']).execute()
    const roleId = roles.find(({ code }) => code === 'operator')!.id
    const rows = people.flatMap((name) =>
      Array.from({ length: 5 }, (_each, line) => ({
        user_id: `id-${name}`,
        role_id: roleId,
        scope: `lantern/harbour/line-${line}`,
        environment: 'test' as const,
      })),
    )
    await store.write(async (tx) => {
      for (let from = 0; from < rows.length; from += 1_000) {
        await tx
          .insertInto('user_role')
          .values(rows.slice(from, from + 1_000))
          .execute()
      }
      await tx
        .updateTable('access_stamp')
        .set((eb) => ({ value: eb('value', '+', 1) }))
        .execute()
    })
    for (const name of people.slice(0, 1_000)) {
      const use = { userId: `id-${name}`, permission: 'index.data.edit', scope: 'lantern/harbour/line-1' }
      desk.uses.push({ ...use, at: START - DAY_MS })
    }
    const review = <T = unknown>(call: string, body: object, who = 'rev') =>
      desk.ask<T>(who, `/platform/user/reviews/${call}`, body)
    const opened = await review<{ reviewId: string; items: number }>('open', { scope: '*' })
    expect(opened.body.data.items).toBe(10_002)
    const { reviewId } = opened.body.data
    const listed = await review<{ list: ReviewView[] }>('list', {})
    expect(listed.body.data.list[0]).toMatchObject({ items: 10_002, unused: 9_000, undecided: 10_002 })
    const page = await review<{ list: ReviewItem[]; total: number }>('items', {
      reviewId,
      search: 'p1999',
      page: 1,
      pageSize: 200,
    })
    expect(page.body.data.total).toBe(5)
    // By user name: the reviewer's own is the last one.
    const decide = (items: number[], who?: string) =>
      review('decide', { reviewId, items, decision: 'keep', reason: '' }, who)
    for (let from = 1; from <= 10_001; from += 500) {
      const items = Array.from({ length: Math.min(500, 10_002 - from) }, (_each, index) => from + index)
      expect((await decide(items)).http).toBe(200)
    }
    expect(codeOf(await decide([10_002]))).toEqual([403, 'review_own'])
    expect(codeOf(await review('sign', { reviewId }))).toEqual([409, 'review_undecided'])
    expect((await decide([10_002], 'other')).http).toBe(200)
    expect((await review('sign', { reviewId })).http).toBe(200)
    await desk.close()
  })
})
