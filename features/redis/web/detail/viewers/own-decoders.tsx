import { call } from '@qd/web-calls'
import { IconButton, Item, ItemList, Time } from '@qd/web-controls'
import { FileButton, openConfirm, toast } from '@qd/web-frame'
import { isCallError } from '@qd/web-base'
import { Cpu, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { DECODER_BYTES, deleteDecoder, saveDecoder } from '../../../contract/index.ts'
import type { BoundViewer, OwnDecoder } from '../../../contract/index.ts'
import { redisText, useRedisTexts } from '../../texts.ts'
import { sizeText, toBase64 } from '../model/bytes.ts'
import { viewersOf } from './bound-views.ts'
import { DeleteText } from './delete-text.tsx'
import styles from './viewers-dialog.module.css'

interface DecodersGiven {
  lineId: string
  decoders: readonly OwnDecoder[]
  /** Of the line. */
  viewers: readonly BoundViewer[]
  mayManage: boolean
  onDone: () => void
}

/** A decoder is called as its file, without the ending. */
const nameOf = (file: File): string => file.name.replace(/\.wasm$/i, '').slice(0, 60)

async function upload(lineId: string, file: File, onDone: () => void): Promise<void> {
  const module = toBase64(new Uint8Array(await file.arrayBuffer()))
  try {
    await call(
      saveDecoder,
      { body: { lineId, name: nameOf(file), module } },
      { tag: 'redis:viewers.upload', told: 'toast' },
    )
  } catch (error) {
    if (isCallError(error)) return
    throw error
  }
  toast.success(redisText('viewers.uploaded', { name: nameOf(file) }))
  onDone()
}

function askDelete(given: DecodersGiven, { decoderId, name }: OwnDecoder): void {
  const { lineId, viewers, onDone } = given
  openConfirm({
    title: redisText('viewers.deleteOwn'),
    text: <DeleteText name={name} usedBy={viewersOf(viewers, 'own', decoderId)} />,
    action: redisText('viewers.deleteOwn'),
    run: async () => {
      await call(
        deleteDecoder,
        { body: { lineId, decoderId } },
        { tag: 'redis:viewers.deleteOwn', told: 'form' },
      )
      onDone()
    },
  })
}

/** Decoders people wrote themselves, as WebAssembly. */
export function OwnDecoders(props: DecodersGiven): ReactNode {
  const { lineId, decoders, mayManage, onDone } = props
  const t = useRedisTexts()
  if (decoders.length === 0 && !mayManage) return null
  return (
    <section aria-label={t('viewers.ownList')} className={styles.part}>
      <h3 className={styles.title}>{t('viewers.ownList')}</h3>
      <p className={styles.hint}>{t('viewers.ownHint', { limit: sizeText(DECODER_BYTES) })}</p>
      <ItemList>
        {decoders.map((decoder) => (
          <Item
            key={decoder.decoderId}
            icon={<Cpu size={15} aria-hidden />}
            title={decoder.name}
            facts={[
              [sizeText(decoder.bytes), ''],
              [decoder.by, <Time key="at" at={decoder.at} />],
            ]}
            buttons={
              mayManage ? (
                <IconButton
                  isSmall
                  label={t('viewers.deleteOwnOf', { name: decoder.name })}
                  onClick={() => askDelete(props, decoder)}
                >
                  <Trash2 size={14} aria-hidden />
                </IconButton>
              ) : null
            }
          >
            <span className={styles.pattern}>SHA-256 {decoder.sha256.slice(0, 16)}…</span>
          </Item>
        ))}
      </ItemList>
      {mayManage ? (
        <div className={styles.upload}>
          <FileButton
            size="small"
            label={t('viewers.upload')}
            accept=".wasm,application/wasm"
            mostBytes={DECODER_BYTES}
            onFile={(file) => upload(lineId, file, onDone)}
          />
        </div>
      ) : null}
    </section>
  )
}
