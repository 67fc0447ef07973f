import { createKeptAnswers, serve } from '@qd/server-kit'
import type { ServerFeature, ServedRoute } from '@qd/server-kit'
import type { ItemRow } from '@qd/game-contract'
import * as contract from '../contract/index.ts'
import type { CheckDeps } from './checks/gather-facts.ts'
import { handleMailChecks } from './checks/show-checks.ts'
import { handleMailClone, handleMailRemove, handleMailSave } from './drafts/save-mail.ts'
import { handleMailGet, handleMailList } from './drafts/show-mail.ts'
import { MAIL_FOLLOWER } from './follow-request.ts'
import { forgetSets } from './forget-sets.ts'
import type { MailDeps } from './mail-deps.ts'
import { serveMailRecall } from './recall/run-recall.ts'
import { startRecall } from './recall/start-recall.ts'
import { handleMailEstimate } from './recipients/estimate.ts'
import {
  RECIPIENT_FILES,
  handleMailColumns,
  handleMailImport,
  handleMailUpload,
} from './recipients/import-mail.ts'
import { handleMailPlayers } from './recipients/named-players.ts'
import { handleMailProblems } from './recipients/problems-file.ts'
import { handleMailRecipients } from './recipients/show-recipients.ts'
import { handleMailExceptions } from './report/exceptions-file.ts'
import { handleMailReport } from './report/report.ts'
import { handleMailRelease } from './send/release.ts'
import { giveBackUnsent } from './send/reserved.ts'
import { handleMailRetry } from './send/retry.ts'
import { serveMailSend } from './send/run-send.ts'
import { takeBackUnstarted } from './send/unstarted.ts'
import { handleTestAccountAdd, handleTestAccountRemove, handleTestAccounts } from './line/test-accounts.ts'
import { handleMailTest } from './line/test-send.ts'
import { waitingMails } from './waiting-mails.ts'
import { handleMailWords, handleMailWordsSet } from './line/words.ts'
import { handleTextsExport, handleTextsImport } from './texts/translate.ts'

export { mailMigrations } from './migrations.ts'
export type { MailTables } from './tables.ts'
export type { MailDeps } from './mail-deps.ts'

const ITEMS_FRESH_MS = 60_000
const DAY_MS = 86_400_000
const SETTLE_MS = 60_000

function draftRoutes(deps: CheckDeps): ServedRoute[] {
  return [
    serve(contract.mailList, (input, ctx) => handleMailList(deps, input, ctx)),
    serve(contract.mailGet, (input, ctx) => handleMailGet(deps, input, ctx)),
    serve(contract.mailSave, { effect: 'store', handle: (input, ctx) => handleMailSave(deps, input, ctx) }),
    serve(contract.mailRemove, {
      effect: 'store',
      handle: (input, ctx) => handleMailRemove(deps, input, ctx),
    }),
    serve(contract.mailClone, { effect: 'store', handle: (input, ctx) => handleMailClone(deps, input, ctx) }),
    serve(contract.mailTextsExport, (input, ctx) => handleTextsExport(deps, input, ctx)),
    serve(contract.mailTextsImport, {
      effect: 'store',
      handle: (input, ctx) => handleTextsImport(deps, input, ctx),
    }),
    serve(contract.mailChecks, (input, ctx) => handleMailChecks(deps, input, ctx)),
  ]
}

function recipientRoutes(deps: CheckDeps): ServedRoute[] {
  return [
    serve(contract.mailPlayers, (input, ctx) => handleMailPlayers(deps, input, ctx)),
    serve(contract.mailEstimate, (input, ctx) => handleMailEstimate(deps, input, ctx)),
    serve(contract.mailColumns, (input, ctx) => handleMailColumns(deps, input, ctx)),
    serve(contract.mailImport, {
      effect: 'store',
      handle: (input, ctx) => handleMailImport(deps, input, ctx),
    }),
    serve(contract.mailUpload, {
      effect: 'store',
      handle: (input, ctx) => handleMailUpload(deps, input, ctx),
    }),
    serve(contract.mailRecipients, (input, ctx) => handleMailRecipients(deps, input, ctx)),
    serve(contract.mailProblems, (input, ctx) => handleMailProblems(deps, input, ctx)),
  ]
}

function sendRoutes(deps: CheckDeps): ServedRoute[] {
  return [
    serve(contract.mailTest, (input, ctx) => handleMailTest(deps, input, ctx)),
    serve(contract.mailRelease, {
      effect: 'store',
      handle: (input, ctx) => handleMailRelease(deps, input, ctx),
    }),
    serve(contract.mailRetry, { effect: 'store', handle: (input, ctx) => handleMailRetry(deps, input, ctx) }),
    serve(contract.mailRecall, {
      effect: 'store',
      handle: (input, ctx) => startRecall(deps, input, ctx, false),
    }),
    serve(contract.mailTakeBack, {
      effect: 'store',
      handle: (input, ctx) => startRecall(deps, input, ctx, true),
    }),
    serve(contract.mailReport, (input, ctx) => handleMailReport(deps, input, ctx)),
    serve(contract.mailExceptions, (input, ctx) => handleMailExceptions(deps, input, ctx)),
  ]
}

function lineRoutes(deps: CheckDeps): ServedRoute[] {
  return [
    serve(contract.testAccountList, (input, ctx) => handleTestAccounts(deps, input, ctx)),
    serve(contract.testAccountAdd, {
      effect: 'store',
      handle: (input, ctx) => handleTestAccountAdd(deps, input, ctx),
    }),
    serve(contract.testAccountRemove, {
      effect: 'store',
      handle: (input, ctx) => handleTestAccountRemove(deps, input, ctx),
    }),
    serve(contract.mailWords, (input, ctx) => handleMailWords(deps, input, ctx)),
    serve(contract.mailWordsSet, {
      effect: 'store',
      handle: (input, ctx) => handleMailWordsSet(deps, input, ctx),
    }),
  ]
}

/** Mail to players: drafts, recipients, checks, sending as a job, recall and reports. */
export function createMailFeature(given: MailDeps): ServerFeature {
  const nowMs = given.nowMs ?? Date.now
  const items = createKeptAnswers<ReadonlyMap<string, ItemRow>>({ freshMs: ITEMS_FRESH_MS, now: nowMs })
  const deps: CheckDeps = { ...given, nowMs, items }
  return {
    name: 'mail',
    texts: new URL('../contract/locales/', import.meta.url),
    routes: [...draftRoutes(deps), ...recipientRoutes(deps), ...sendRoutes(deps), ...lineRoutes(deps)],
    jobs: [serveMailSend(deps), serveMailRecall(deps)],
    files: [RECIPIENT_FILES],
    approvalFollowers: [MAIL_FOLLOWER],
    waitingGifts: (lineId) => waitingMails(deps, lineId),
    cleanUps: [
      { name: 'recipients', everyMs: DAY_MS, run: () => forgetSets(deps) },
      { name: 'unsent', everyMs: SETTLE_MS, run: () => giveBackUnsent(deps) },
      { name: 'unstarted', everyMs: SETTLE_MS, run: () => takeBackUnstarted(deps) },
    ],
  }
}
