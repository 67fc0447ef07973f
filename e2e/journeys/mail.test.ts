import { afterAll, beforeAll, expect, test } from 'vitest'
import { seriousFaults } from '../support/axe.ts'
import type { Page } from '../support/browser.ts'
import { startWorld } from '../support/start-world.ts'
import type { World } from '../support/start-world.ts'
import { WORDS, button, inView, message, selectServer, signIn } from '../support/steps.ts'

/* A mail to a whole line: drafted, handed in, approved on a phone, sent by itself, and read in the game. */

let world: World
beforeAll(async () => {
  world = await startWorld({ withApprovals: true })
})
afterAll(() => world.end())

const AT = 'game=lantern&line=northwind-test'
const NAME = '离港航海士召回礼'
const TITLE = '灯塔还亮着'

/** Every language of the mail is in reach of a thumb. */
async function findLanguages(page: Page, name: string): Promise<void> {
  const width = page.viewportSize()?.width ?? 0
  const languages = await inView(page).getByRole('radiogroup', { name }).getByRole('radio').all()
  const ends = await Promise.all(
    languages.map(async (each) => {
      const box = await each.boundingBox()
      return (box?.x ?? width) + (box?.width ?? 1)
    }),
  )
  expect(ends).toHaveLength(10)
  expect(Math.max(...ends)).toBeLessThanOrEqual(width)
}

/** A refusal that asks is told by the browser as well. */
const unexpected = (complaints: readonly string[]) => complaints.filter((line) => !/ 428 /.test(line))

/** A player of the simulator who stays in the game. */
async function enterGame(page: Page): Promise<void> {
  await signIn(page, 'developer')
  await selectServer(page, WORDS.cn, { operator: 'Northwind', line: '测试线', server: 'S123' })
  await page.goto('/#/mock')
  await button(page, '新建连接').last().click()
  await button(page, '连接').last().click()
  await frames(page).getByText('EnterRes', { exact: true }).waitFor()
}

const frames = (page: Page) => inView(page).getByRole('grid', { name: '时间线' })

async function readMails(page: Page): Promise<void> {
  await inView(page).getByRole('searchbox', { name: '名称、编号、字段、注释' }).fill('1701')
  await message(page, 'lantern.MailListReq').click()
  await button(page, '发送').click()
  await frames(page).getByText('MailListRes', { exact: true }).click()
}

async function draftMail(page: Page): Promise<void> {
  await signIn(page, 'operator', `/#/email?${AT}`)
  await button(page, '新建邮件').first().click()
  const view = inView(page)
  await view.getByRole('textbox', { name: '名称', exact: true }).fill(NAME)
  await view.getByRole('radio', { name: '全服' }).click()
  await view.getByRole('textbox', { name: '标题', exact: true }).fill(TITLE)
  await view.getByRole('textbox', { name: '正文', exact: true }).fill('附件是为你备好的补给。')
  const lacking = view.getByRole('radio', { name: /缺$/ })
  while ((await lacking.count()) > 0) {
    await lacking.first().click()
    await view.getByRole('textbox', { name: '标题', exact: true }).fill('Lantern')
    await view.getByRole('textbox', { name: '正文', exact: true }).fill('Supplies')
  }
  await view.getByRole('combobox', { name: '第 1 项的物品' }).fill('10007')
  await view.getByRole('textbox', { name: '第 1 项的数量' }).fill('2')
  await button(page, '保存草稿').click()
  await view.getByText(/^约 10\d 名玩家$/).waitFor()
}

async function handIn(page: Page): Promise<void> {
  await inView(page).getByRole('textbox', { name: '原因' }).fill('停服补偿')
  // Its page says before that somebody has to agree.
  await button(page, '送交审批').click()
  await page
    .getByRole('dialog', { name: '发送邮件' })
    .getByRole('button', { name: /^送\s?交\s?审\s?批$/ })
    .click()
  const dialog = page.getByRole('dialog', { name: '送交审批' })
  await dialog.getByText('测试线大批量', { exact: false }).waitFor()
  expect(await seriousFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: /^送\s?交\s?审\s?批$/ }).click()
  await dialog.getByText('已送审 #1').waitFor()
  await dialog.getByRole('button', { name: /^打\s?开\s?申\s?请$/ }).click()
  await inView(page).getByText('双人原则：这是你送审的申请，须由他人批准。').waitFor()
}

async function approve(page: Page): Promise<void> {
  await signIn(page, 'reviewer', '/#/releaseApply')
  await inView(page).getByText(NAME).first().click()
  await inView(page)
    .getByRole('heading', { name: `Mail “${NAME}”` })
    .waitFor()
  await inView(page).getByText('Lantern', { exact: true }).waitFor()
  await findLanguages(page, 'Language')
  expect(await seriousFaults(page)).toEqual([])
  await button(page, 'Approve rev. 1').click()
  await button(page, /^Approve revision 1/).click()
  await page.getByText('#1 approved').waitFor()
}

test('[S3.05][S4.01] an operator drafts, a reviewer approves on a phone, the player gets it', async () => {
  const [game, desk, phone] = await Promise.all([
    world.visit(),
    world.visit(),
    world.visit({ width: 390, height: 844, language: 'en' }),
  ])
  await enterGame(game.page)
  await draftMail(desk.page)
  await handIn(desk.page)
  await approve(phone.page)
  await inView(desk.page).getByText('执行成功', { exact: true }).first().waitFor()
  await inView(desk.page).getByRole('button', { name: '更多操作' }).click()
  await desk.page.getByRole('menuitem', { name: '打开原页面' }).click()
  await inView(desk.page).getByText('已发送', { exact: true }).waitFor()
  await readMails(game.page)
  await inView(game.page).getByRole('region', { name: '帧详情' }).getByText(TITLE).first().waitFor()
  expect([game, desk, phone].flatMap(({ complaints }) => unexpected(complaints))).toEqual([])
  await Promise.all([game, desk, phone].map(({ context }) => context.close()))
})

/** Nothing lies over it, and nobody has to scroll for it. */
async function isInSight(page: Page, name: string): Promise<boolean> {
  const found = button(page, name)
  await found.waitFor()
  return found.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const seen = element.ownerDocument.elementFromPoint(left + width / 2, top + height / 2)
    return seen !== null && element.contains(seen)
  })
}

test.each([
  { width: 1440, height: 900 },
  { width: 1200, height: 800 },
  { width: 390, height: 844 },
])('reason and sending need no scrolling at $width x $height', async (size) => {
  const operator = await world.running.signIn('operator')
  const draft = {
    name: NAME,
    sendType: 1,
    emailType: 'system',
    playerObj: [],
    serverId: [],
    content: { cn: { title: TITLE, body: '附件是为你备好的补给。' } },
    fallback: 'cn',
    sender: { cn: '灯塔管理处' },
    attach: ['10007', '10020', '10001'].map((number) => ({ number, quantity: '2' })),
    sendAt: null,
    expireAt: Date.now() + 14 * 86_400_000,
    where: {},
    exclude: [],
    tags: [],
  }
  const saved = await operator.post<{ id: string }>('/partner/mail/save?lineId=northwind-test', { draft })
  const { page, complaints, context } = await world.visit(size)
  await signIn(page, 'operator', `/#/email/${saved.body.data.id}?${AT}`)
  await inView(page).getByRole('textbox', { name: '标题', exact: true }).waitFor()
  if (size.width < 992) await inView(page).getByRole('radio', { name: '检查' }).click()
  else if (size.width < 1440) await button(page, /^检查/).click()
  await page.getByText('未超过上限').waitFor()
  expect(await isInSight(page, '送交审批')).toBe(true)
  expect(await seriousFaults(page)).toEqual([])
  expect(complaints).toEqual([])
  await context.close()
})
