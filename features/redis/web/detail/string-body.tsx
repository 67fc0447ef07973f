import { callFile, call } from '@qd/web-calls'
import { saveFile } from '@qd/web-base'
import { Button } from 'antd'
import { FileButton, openConfirm, toast } from '@qd/web-frame'
import { Download } from 'lucide-react'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { EDIT_BYTES, UPLOAD_BYTES, createKey, keyDownload, keyUpload } from '../../contract/index.ts'
import { redisText, useRedisTexts } from '../texts.ts'
import { tellChange } from '../workspace/workspace.ts'
import { sendEdit } from './edit/changes.ts'
import type { DraftTarget } from './edit/save-value.ts'
import { useValue } from './edit/use-value.ts'
import { ValuePanel } from './edit/value-panel.tsx'
import { databaseIdOf } from './key-place.ts'
import type { KeyPlace } from './key-place.ts'
import type { ValuePlace } from './key-queries.ts'
import { bytesOf, shownBytes, sizeText, toBase64 } from './model/bytes.ts'
import { keyPattern } from './model/key-pattern.ts'
import { BitmapView } from './viewers/bitmap-view.tsx'
import styles from './rows/rows.module.css'

/** A whole value may be downloaded and sent within this time. */
const FILE_MS = 600_000
const WHOLE: ValuePlace = { kind: 'string' }

const queryOf = ({ lineId, connectionId, db, key }: KeyPlace) => ({
  lineId,
  connectionId,
  db,
  key: toBase64(bytesOf(key)),
})

async function download(place: KeyPlace): Promise<void> {
  const file = await callFile(
    keyDownload,
    { query: queryOf(place) },
    { tag: 'redis:detail.download', told: 'toast', timeoutMs: FILE_MS },
  )
  const name = shownBytes(place.key)
    .replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')
    .slice(0, 100)
  saveFile(`${name || 'value'}.bin`, file)
}

function askUpload(place: KeyPlace, expectBytes: number, file: File): void {
  openConfirm({
    title: redisText('detail.upload'),
    text: redisText('detail.uploadText', {
      name: file.name,
      size: sizeText(file.size),
      old: sizeText(expectBytes),
    }),
    action: redisText('detail.upload'),
    run: async () => {
      await call(
        keyUpload,
        { query: { ...queryOf(place), expectBytes } },
        { tag: 'redis:detail.upload', told: 'form', text: file, timeoutMs: FILE_MS },
      )
      tellChange({ databaseId: databaseIdOf(place), added: [], removed: [], changed: [place.key] })
      toast.success(redisText('detail.saved'))
    },
  })
}

/** A string: in windows, edited below 1 MiB, sent and fetched as a file at any size, and as bits. */
export function StringBody(props: {
  place: KeyPlace
  canEdit: boolean
  facts: ReactNode
  onDirty: (isDirty: boolean) => void
  /** The key is no longer what it was drawn as. */
  onChangedType: () => void
}): ReactNode {
  const { place, canEdit, onDirty, onChangedType } = props
  const t = useRedisTexts()
  const read = useValue(place, WHOLE, null)
  const fault = read.error?.code
  useEffect(() => {
    if (fault === 'redis_key_changed' || fault === 'redis_key_not_found') onChangedType()
  }, [fault, onChangedType])
  const target: DraftTarget = {
    place,
    at: WHOLE,
    alwaysDiff: true,
    editOf: (value, expect) => (expect === null ? null : { kind: 'setString', value, expect }),
    createAgain: async (value) => {
      const { lineId, connectionId, db, key } = place
      await call(
        createKey,
        { body: { lineId, connectionId, db, key, ttlMs: null, content: { type: 'string', value } } },
        { tag: 'redis:detail.createAgain', told: 'form' },
      )
      tellChange({ databaseId: databaseIdOf(place), added: [key], removed: [], changed: [] })
    },
  }
  const { value } = read
  return (
    <div className={styles.body}>
      <div className={styles.bar}>
        {props.facts}
        <span className={styles.barEnd}>
          <Button
            size="small"
            icon={<Download size={13} aria-hidden />}
            onClick={() => void download(place).catch(() => undefined)}
          >
            {t('detail.download')}
          </Button>
          {canEdit && value !== null ? (
            <FileButton
              size="small"
              label={t('detail.upload')}
              accept=""
              mostBytes={UPLOAD_BYTES}
              onFile={(file) => askUpload(place, value.total, file)}
            />
          ) : null}
        </span>
      </div>
      {value !== null && value.total > EDIT_BYTES && canEdit ? (
        <p className={styles.examined}>
          {t('detail.largeHint', { limit: sizeText(EDIT_BYTES), upload: sizeText(UPLOAD_BYTES) })}
        </p>
      ) : null}
      <ValuePanel
        title={t('detail.value')}
        read={read}
        pattern={keyPattern(place.key)}
        target={target}
        canEdit={canEdit}
        onDirty={onDirty}
        extra={{
          id: 'bitmap',
          label: t('detail.viewer.bitmap'),
          render: ({ bytes }) => (
            <BitmapView
              bytes={bytes}
              onToggle={
                canEdit ? (offset, bit) => void sendEdit(place, { kind: 'setBit', offset, bit }) : null
              }
            />
          ),
        }}
      />
    </div>
  )
}
