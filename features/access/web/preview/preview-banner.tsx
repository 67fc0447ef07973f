import type { Environment } from '@qd/contract-kit'
import { leavePreview, previewAbout, useKitText, useSession } from '@qd/web-base'
import { call } from '@qd/web-calls'
import { Banner, Time } from '@qd/web-controls'
import { blockPage } from '@qd/web-frame'
import { logout } from '@qd/session/contract'
import { Button } from 'antd'
import { Eye } from 'lucide-react'
import type { ReactNode } from 'react'
import { useAccessTexts } from '../texts.ts'
import { useRoleName } from '../words/role-name.ts'
import { useResourceWords } from '../words/resource-words.ts'
import { useScopeNames } from '../words/use-scope-names.ts'

/** Ends the preview on the server as well; where that fails it runs out by itself. */
async function leave(): Promise<void> {
  await blockPage(() =>
    call(
      logout,
      { body: {} },
      {
        tag: 'access:preview.leave',
        told: { quiet: 'the preview ends here all the same, and on the server by itself' },
      },
    ),
  ).catch(() => undefined)
  leavePreview()
}

function PreviewNote({ label, expiresAt }: { label: string; expiresAt: number }): ReactNode {
  const t = useAccessTexts()
  const kit = useKitText()
  const roleName = useRoleName()
  const nameOf = useScopeNames()
  const wordsOf = useResourceWords()
  const about = previewAbout()
  const environment =
    about === null || about.environment === '*'
      ? ''
      : ` · ${kit(`environment.${about.environment as Environment}`)}`
  return (
    <Banner
      tone="warn"
      icon={<Eye size={15} aria-hidden />}
      action={
        <Button size="small" onClick={() => void leave()}>
          {t('preview.leave')}
        </Button>
      }
    >
      {t('preview.viewing', { role: roleName({ code: label }) })}
      {about === null ? '' : ` · ${nameOf(about.scope)}${environment}`}
      {about?.resource === undefined ? '' : ` · ${wordsOf(about.resource)}`}
      {' · '}
      {t('preview.readOnly')} <Time at={expiresAt} />
    </Banner>
  )
}

/** Says that the page is shown as a role sees it, and leads back. */
export function PreviewBanner(): ReactNode {
  const preview = useSession((state) => state.userInfo?.preview ?? null)
  const expiresAt = useSession((state) => state.userInfo?.session.expiresAt ?? 0)
  return preview === null ? null : <PreviewNote label={preview.label} expiresAt={expiresAt} />
}
