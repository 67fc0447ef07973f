import { goTo } from '@qd/web-base'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import type { MailRecord } from '../../contract/index.ts'
import { useMailTexts } from '../texts.ts'

/** The request for approval that counts for a mail, and where it stands. */
export function RequestLink({ request }: { request: NonNullable<MailRecord['approval']> }): ReactNode {
  const t = useMailTexts()
  return (
    <Button size="small" onClick={() => goTo(`/releaseApply?id=${encodeURIComponent(request.requestId)}`)}>
      {`#${request.number} · ${t(`request.${request.state}`)}`}
    </Button>
  )
}
