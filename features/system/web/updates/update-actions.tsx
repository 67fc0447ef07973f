import { useSend } from '@qd/web-calls'
import { Button } from 'antd'
import { Download, RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { updateCancel, updateDownload, updateIgnore } from '../../contract/index.ts'
import type { UpdateView } from '../../contract/index.ts'
import { useSystemTexts } from '../texts.ts'
import styles from './updates.module.css'

interface ActionsProps {
  view: UpdateView
  onCheck: () => void
  onChanged: () => void
}

function IgnoreButton({ view: { release }, onChanged }: Omit<ActionsProps, 'onCheck'>): ReactNode {
  const t = useSystemTexts()
  const ignore = useSend(updateIgnore, { tag: 'system:updates.ignore', told: 'toast' })
  if (release === null) return null
  const { version, isIgnored } = release
  return (
    <Button
      loading={ignore.isPending}
      onClick={() => ignore.mutate({ body: { version, isIgnored: !isIgnored } }, { onSettled: onChanged })}
    >
      {t(isIgnored ? 'updates.unignore' : 'updates.ignore')}
    </Button>
  )
}

function DownloadButton({ view, onChanged }: Omit<ActionsProps, 'onCheck'>): ReactNode {
  const t = useSystemTexts()
  const download = useSend(updateDownload, { tag: 'system:updates.download', told: 'toast' })
  const { release, stage, isByHand } = view
  const isOffered = stage === 'available' || (stage === 'error' && view.file === null)
  if (release === null || release.package === null || isByHand || !isOffered) return null
  return (
    <Button
      type="primary"
      icon={<Download size={15} aria-hidden />}
      loading={download.isPending}
      onClick={() => download.mutate({ body: { version: release.version } }, { onSettled: onChanged })}
    >
      {t('updates.download')}
    </Button>
  )
}

/** What can be done in the stage the update is in; nothing else is shown. */
export function UpdateActions({ view, onCheck, onChanged }: ActionsProps): ReactNode {
  const t = useSystemTexts()
  const cancel = useSend(updateCancel, { tag: 'system:updates.cancel', told: 'toast' })
  const { stage } = view
  if (stage === 'downloading') {
    return (
      <div className={styles.actions}>
        <Button
          loading={cancel.isPending}
          onClick={() => cancel.mutate({ body: {} }, { onSettled: onChanged })}
        >
          {t('updates.cancel')}
        </Button>
      </div>
    )
  }
  return (
    <div className={styles.actions}>
      <Button icon={<RefreshCw size={15} aria-hidden />} loading={stage === 'checking'} onClick={onCheck}>
        {t('updates.check')}
      </Button>
      {stage === 'available' ? <IgnoreButton view={view} onChanged={onChanged} /> : null}
      <DownloadButton view={view} onChanged={onChanged} />
    </div>
  )
}
