import { useIsPreview } from '@qd/web-base'
import { useCall, useMay } from '@qd/web-calls'
import type { LineRef } from '@qd/web-calls'
import { FirstLoad } from '@qd/web-controls'
import { ErrorState, useTabName } from '@qd/web-frame'
import type { ReactNode } from 'react'
import { mailGet, mailSave } from '../contract/index.ts'
import { MailEditor } from './editor/mail-editor.tsx'
import { isUnreleased } from './parts/is-unreleased.ts'
import { atLine } from './parts/line-ref.ts'
import { mailRefetchMs } from './parts/refetch-ms.ts'
import { SentMail } from './sent/sent-mail.tsx'

/** One mail: written while it is a draft, followed once it was sent. */
export function MailPage({ line, mailId }: { line: LineRef; mailId: string }): ReactNode {
  const mayEdit = useMay(mailSave)
  const isPreview = useIsPreview()
  const { data, error, refetch } = useCall(
    mailGet,
    { query: atLine(line), body: { id: mailId } },
    {
      tag: 'mail:one',
      told: 'inline',
      // Somebody else decides on it, and the console sends it.
      refetchIntervalMs: (mail) => (mail === undefined ? false : mailRefetchMs(mail.state)),
    },
  )
  useTabName(data?.name ?? '')
  if (error !== null && data === undefined) {
    return <ErrorState error={error} onRetry={() => void refetch()} />
  }
  if (data === undefined) return <FirstLoad />
  return data.isTemplate || isUnreleased(data.state) ? (
    <MailEditor line={line} mail={data} isReadOnly={!mayEdit || isPreview} />
  ) : (
    <SentMail line={line} mail={data} />
  )
}
