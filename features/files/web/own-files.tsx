import type { RouteReply } from '@qd/contract-kit'
import { textOf } from '@qd/web-base'
import { call, useCall } from '@qd/web-calls'
import { Item, ItemList, Panel, Time } from '@qd/web-controls'
import { ErrorState, openConfirm, toast } from '@qd/web-frame'
import { Button } from 'antd'
import { Files } from 'lucide-react'
import type { ReactNode } from 'react'
import { fileDiscard, fileList } from '../contract/index.ts'
import { inMegabytes } from './in-megabytes.ts'
import styles from './own-files.module.css'
import { useFilesTexts } from './texts.ts'

type OwnFile = RouteReply<typeof fileList>['files'][number]

function askToDelete({ fileId, name, isMade }: OwnFile, onGone: () => Promise<unknown>): void {
  openConfirm({
    title: textOf('files', 'mine.remove'),
    text: textOf('files', isMade ? 'mine.confirmMade' : 'mine.confirm', { name }),
    action: textOf('files', 'mine.remove'),
    async run() {
      await call(fileDiscard, { body: { fileId } }, { tag: 'files:mine.remove', told: 'form' })
      toast.success(textOf('files', 'mine.removed'))
      await onGone()
    },
  })
}

function FileItem({ file, onGone }: { file: OwnFile; onGone: () => Promise<unknown> }): ReactNode {
  const t = useFilesTexts()
  const percent = file.size === 0 ? 100 : Math.floor((file.received / file.size) * 100)
  const state = file.isMade ? t('mine.making') : t('mine.coming', { percent })
  const size = `${inMegabytes(file.size)} MB`
  return (
    <Item
      title={file.name}
      facts={[
        [t(file.isMade ? 'mine.made' : 'mine.since'), <Time key="since" at={file.createdAt} />],
        [t('mine.kept'), <Time key="kept" at={file.expiresAt} />],
      ]}
      buttons={
        <Button
          size="small"
          onClick={() => askToDelete(file, onGone)}
          aria-label={`${t('mine.remove')} ${file.name}`}
        >
          {t('mine.remove')}
        </Button>
      }
    >
      <span>{[file.purpose, size, file.isDone ? '' : state].filter(Boolean).join(' · ')}</span>
    </Item>
  )
}

/** Files one keeps here, to delete before their time; nothing where there are none. */
export function OwnFiles(): ReactNode {
  const t = useFilesTexts()
  const found = useCall(fileList, { body: {} }, { tag: 'files:mine.title', told: 'inline' })
  if (!found.isError && (found.data === undefined || found.data.files.length === 0)) return null
  const used = found.data?.files.reduce((sum, { size }) => sum + size, 0) ?? 0
  return (
    <Panel title={t('mine.title')} icon={<Files size={15} aria-hidden />} count={found.data?.files.length}>
      {found.isError ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <>
          <p className={styles.room}>
            {t('mine.room', { used: inMegabytes(used), most: inMegabytes(found.data?.mostBytes ?? 0) })}
          </p>
          <ItemList>
            {found.data?.files.map((file) => (
              <FileItem key={file.fileId} file={file} onGone={() => found.refetch()} />
            ))}
          </ItemList>
        </>
      )}
    </Panel>
  )
}
