import { draftBatch } from '@qd/app-server/testing'
import type { World } from '../support/start-world.ts'
import { inView, signIn } from '../support/steps.ts'
import { take } from './take.ts'

const LINE_ID = 'northwind-test'
const AT = `game=lantern&line=${LINE_ID}`
const DAY_MS = 86_400_000

const mail = () => ({
  name: '离港航海士召回礼',
  sendType: 1,
  emailType: 'activity',
  playerObj: [],
  serverId: [],
  content: {
    cn: {
      title: '灯塔还亮着，欢迎回港',
      body: '亲爱的航海士：\n你离开灯海已有一段日子。潮水换了几回，守夜人每晚都替你点着灯。\n附件是为你备好的补给，带上它们，下一段航线等你来开。',
    },
    en: {
      title: 'The lamp is still lit',
      body: 'Dear navigator,\nthe keeper has lit your lamp every night. Take these supplies: the next route waits for you.',
    },
  },
  fallback: 'cn',
  sender: { cn: '灯塔管理处', en: 'Lighthouse office' },
  attach: [
    { number: '10007', quantity: '5' },
    { number: '10020', quantity: '20' },
    { number: '10001', quantity: '1' },
  ],
  sendAt: null,
  expireAt: Date.now() + 14 * DAY_MS,
  where: {},
  exclude: [],
  tags: ['recall'],
})

/** A mail as it is written, handed in and decided; codes and items beside it. Approvals are on in this world. */
export async function takeApprovals(world: World): Promise<void> {
  const operator = await world.running.signIn('operator')
  const saved = await operator.post<{ id: string; revision: number }>(
    `/partner/mail/save?lineId=${LINE_ID}`,
    {
      draft: mail(),
    },
  )
  const { id, revision } = saved.body.data
  const { contentHash } = (
    await operator.post<{ contentHash: string }>(`/partner/mail/get?lineId=${LINE_ID}`, { id })
  ).body.data
  const input = {
    query: { lineId: LINE_ID },
    body: { id, revision, contentHash, reason: '暑期召回', idempotencyKey: 'picture-of-a-mail' },
  }
  const request = {
    route: 'POST /partner/mail/release',
    input,
    reason: '暑期召回活动第一批',
    ticket: 'OPS-4718',
  }
  const handedIn = await operator.postText<{ id: string }>('/platform/approvals/submit', request, '')
  const requestPath = `/#/releaseApply?game=lantern&id=${handedIn.body.data.id}`

  const { page: writer } = await world.visit({ theme: 'dark' })
  await signIn(writer, 'operator', `/#/email/${id}?${AT}`)
  await inView(writer).getByText('未超过上限').waitFor()
  await take(writer, 'mail')

  const { page: reviewer } = await world.visit()
  await signIn(reviewer, 'reviewer', requestPath)
  await inView(reviewer).getByText('守夜人', { exact: false }).waitFor()
  await take(reviewer, 'approval')

  const { page: phone } = await world.visit({ width: 390, height: 844 })
  await signIn(phone, 'reviewer', requestPath)
  await inView(phone).getByText('守夜人', { exact: false }).waitFor()
  await take(phone, 'approval-phone')

  const admin = await world.running.signIn('admin')
  const { batchId } = await draftBatch(admin, LINE_ID, '春潮礼包')
  const { page: codes } = await world.visit()
  await signIn(codes, 'operator', `/#/redeemCode?${AT}&batch=${batchId}`)
  await inView(codes).getByText('春潮礼包').first().waitFor()
  await take(codes, 'codes')
  await codes.goto(`/#/gameProp?${AT}`)
  await inView(codes).getByText('潮汐晶石').first().waitFor()
  await take(codes, 'items')
}
