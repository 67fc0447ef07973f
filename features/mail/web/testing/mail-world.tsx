import type { Language } from '@qd/i18n'
import type { WebFeature } from '@qd/web-frame'
import { TEST_SCOPE, fake, renderWithApp, testUser } from '@qd/web-testing'
import { screen } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { mailChecks, mailGet, testAccountList } from '../../contract/index.ts'
import type { MailRecord, RecipientSet } from '../../contract/index.ts'
import type { MailRow } from '../list/mail-columns.tsx'
import EmailPage from '../email-page.tsx'
import { emptyDraft } from '../parts/empty-draft.ts'

export const codes = (given: string[]) =>
  testUser({
    roles: ['operator'],
    permissions: [
      { routerName: 'mail', functionList: given.map((code) => ({ code, type: 'button' as const })) },
    ],
    grants: [{ scope: 'lantern', environment: '*', codes: given.map((code) => `mail.${code}`) }],
  })
export const operator = codes(['see', 'edit', 'send', 'recall'])
export const reader = codes(['see'])

export const aMail = (more: Partial<MailRecord> = {}): MailRecord => ({
  id: 'm1',
  revision: 3,
  name: '召回礼',
  isTemplate: false,
  state: 'draft',
  sendType: 2,
  emailType: 'system',
  platform: 1,
  serverId: [],
  sendAt: null,
  expireAt: null,
  tags: [],
  createdBy: 'lin',
  createdAt: 1,
  updatedBy: 'lin',
  updatedAt: 1,
  releasedBy: null,
  releasedAt: null,
  jobId: null,
  approval: null,
  progress: null,
  draft: {
    ...emptyDraft('召回礼'),
    content: { cn: { title: '欢迎 {name}', body: '正文' } },
    fallback: 'cn',
    playerObj: [{ id: '30123000045' }],
  },
  recipients: null,
  contentHash: 'c1',
  test: null,
  reason: null,
  recallJobId: null,
  ...more,
})
/** A list of one player. */
export const aSet = (more: Partial<RecipientSet> = {}): RecipientSet => ({
  setId: 's1',
  players: 1,
  hash: 'h',
  duplicates: 0,
  problems: 0,
  firstProblems: [],
  files: [],
  servers: [],
  vars: [],
  hasOwnAttach: false,
  at: 1,
  ...more,
})
/** What lists show of a mail. */
export const aRow = (more: Partial<MailRow> = {}): MailRow => {
  const mail = aMail()
  const { title, body } = mail.draft.content['cn']!
  return {
    ...mail,
    playerObj: mail.draft.playerObj,
    players: 1,
    title,
    content: body,
    attachKinds: 0,
    ...more,
  }
}
export const checks = (blockedBy: string | null) => ({
  checks: [
    { key: 'texts', state: 'ok' as const, text: '标题与正文齐全', detail: null },
    ...(blockedBy === null ? [] : [{ key: 'limits', state: 'fail' as const, text: blockedBy, detail: null }]),
  ],
  blockedBy,
  players: 1,
  isEstimate: false,
  risk: 'R3' as const,
  value: { rows: 1, hasMoreRows: false, worth: { atLeast: '0', isComplete: true } },
  effects: { known: ['items' as const], isComplete: true },
  totals: [{ number: '1', quantity: '5', name: '钻石', total: '5', limit: null }],
  languages: [],
})
const page = (
  <Routes>
    <Route path="/email/:mailId?" element={<EmailPage />} />
  </Routes>
)
/** Knows one item by name. */
const properties: WebFeature = {
  name: 'properties',
  pages: [],
  slots: {
    itemName: ({ number }) => <span>{number === '1' ? '钻石' : number}</span>,
    itemQuantity: ({ quantity }) => <span>{quantity}</span>,
  },
}
/** Sends files at once, under ids that follow their names. */
const files: WebFeature = {
  name: 'files',
  pages: [],
  slots: {
    fileUpload: ({ file, use, onDone, onCancel }) => (
      <>
        <button type="button" onClick={() => onDone(`id-${file.name}`)}>{`${use} ${file.name}`}</button>
        <button type="button" onClick={onCancel}>{`stop ${file.name}`}</button>
      </>
    ),
  },
}
export const open = (
  path: string,
  user = operator,
  language: Language = 'cn',
  also: readonly WebFeature[] = [],
) =>
  renderWithApp(page, {
    path,
    user,
    language,
    scope: TEST_SCOPE,
    features: [files, properties, ...also],
  })
/** What the page of a draft asks for. */
export const draftCalls = (blockedBy: string | null = null, more: Partial<MailRecord> = {}) => [
  fake(mailGet, () => aMail(more)),
  fake(mailChecks, () => checks(blockedBy)),
  fake(testAccountList, () => ({ list: [] })),
]
/** The checks stand in a drawer where the screen is narrow. */
export const openChecks = async (user: { click: (element: Element) => Promise<void> }) => {
  const opener = await screen.findByRole('button', { name: /^检查/ })
  await user.click(opener)
}
