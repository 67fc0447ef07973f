import { useSelectedLine } from '@qd/web-calls'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { MailList } from './list/mail-list.tsx'
import { MailPage } from './mail-page.tsx'

/** All mails of the selected line, or one of them. */
export default function EmailPage(): ReactNode {
  const { mailId } = useParams()
  const line = useSelectedLine()
  if (line === null) return null
  const key = `${line.game}/${line.lineCode}/${mailId ?? ''}`
  return mailId === undefined ? (
    <MailList key={key} line={line} />
  ) : (
    <MailPage key={key} line={line} mailId={mailId} />
  )
}
