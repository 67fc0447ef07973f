import { queryClient, queryKeyOf } from '@qd/web-calls'
import { mailChecks, mailGet, mailList, mailRecipients, mailReport } from '../../contract/index.ts'

/** What was read of mails is read again. */
export function refreshMails(): void {
  for (const route of [mailList, mailGet, mailChecks, mailRecipients, mailReport]) {
    void queryClient.invalidateQueries({ queryKey: queryKeyOf(route) })
  }
}
