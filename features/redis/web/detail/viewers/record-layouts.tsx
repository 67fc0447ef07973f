import { call } from '@qd/web-calls'
import { IconButton, Item, ItemList, Time } from '@qd/web-controls'
import { openConfirm, openDialog, toast } from '@qd/web-frame'
import { readLayout } from '@qd/value-codecs/record'
import { Button, Input } from 'antd'
import { Pencil, Table2, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { deleteLayout, saveLayout } from '../../../contract/index.ts'
import type { BoundViewer, LineLayout } from '../../../contract/index.ts'
import { redisText, useRedisTexts } from '../../texts.ts'
import { DialogForm } from '../edit/use-run.tsx'
import { viewersOf } from './bound-views.ts'
import { DeleteText } from './delete-text.tsx'
import styles from './viewers-dialog.module.css'

const TYPES =
  'int8 int16 int32 int64 uint8 uint16 uint32 uint64 float double string(16) bytes(4) timestamp timestamp32'
const EXAMPLE = 'id uint64\nname string(16)\nlevel int16\nat timestamp\n'

interface FormProps {
  lineId: string
  /** null: a new one. */
  layout: LineLayout | null
  valueBytes: number | null
  onDone: () => void
  onClose: () => void
}

/** What a text of a layout means: how long a record is and how many the value in view has, or which line is wrong. */
function Meaning({ text, valueBytes }: { text: string; valueBytes: number | null }): ReactNode {
  const t = useRedisTexts()
  const read = readLayout(text)
  if (!read.ok) {
    const { line, code } = read.fault
    return (
      <p role="alert" className={styles.wrong}>
        {t('viewers.layoutWrong', { line, why: t(`viewers.layoutFault.${code}`) })}
      </p>
    )
  }
  const { recordBytes, headerBytes } = read.layout
  const inRecords = valueBytes === null ? -1 : valueBytes - headerBytes
  return (
    <p className={styles.hint}>
      {t('viewers.layoutSize', { size: recordBytes })}
      {inRecords < 0
        ? ''
        : ` ${t('viewers.layoutFits', { count: Math.floor(inRecords / recordBytes), rest: inRecords % recordBytes })}`}
    </p>
  )
}

function LayoutForm({ lineId, layout, valueBytes, onDone, onClose }: FormProps): ReactNode {
  const t = useRedisTexts()
  const [name, setName] = useState(layout?.name ?? '')
  const [text, setText] = useState(layout?.text ?? EXAMPLE)
  const known = layout === null ? {} : { layoutId: layout.layoutId, revision: layout.revision }
  return (
    <DialogForm
      action={t('viewers.layoutSave')}
      isDisabled={name.trim() === '' || !readLayout(text).ok}
      run={async () => {
        await call(
          saveLayout,
          { body: { lineId, ...known, name, text } },
          { tag: 'redis:viewers.layoutSave', told: 'form' },
        )
        toast.success(redisText('viewers.layoutSaved', { name: name.trim() }))
        onDone()
      }}
      onClose={onClose}
    >
      <label className={styles.name}>
        {t('viewers.layoutName')}
        <Input
          data-first-focus
          maxLength={60}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
      </label>
      <label className={styles.name}>
        {t('viewers.layoutText')}
        <Input.TextArea
          className={styles.layout}
          rows={10}
          spellCheck={false}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </label>
      <p className={styles.hint}>{t('viewers.layoutTextHint', { types: TYPES })}</p>
      <Meaning text={text} valueBytes={valueBytes} />
    </DialogForm>
  )
}

function openLayout(given: Omit<FormProps, 'onClose'>): void {
  const { layout } = given
  openDialog(({ close }) => <LayoutForm {...given} onClose={close} />, {
    title: layout === null ? redisText('viewers.layoutNew') : redisText('viewers.layoutEdit', layout),
    width: 560,
  })
}

interface LayoutsGiven {
  lineId: string
  layouts: readonly LineLayout[]
  /** Of the line. */
  viewers: readonly BoundViewer[]
  mayEdit: boolean
  valueBytes: number | null
  onDone: () => void
}

function askDelete(given: LayoutsGiven, { layoutId, revision, name }: LineLayout): void {
  const { lineId, viewers, onDone } = given
  openConfirm({
    title: redisText('viewers.layoutDelete'),
    text: <DeleteText name={name} usedBy={viewersOf(viewers, 'record', layoutId)} />,
    action: redisText('viewers.layoutDelete'),
    run: async () => {
      await call(
        deleteLayout,
        { body: { lineId, layoutId, revision } },
        { tag: 'redis:viewers.layoutDelete', told: 'form' },
      )
      onDone()
    },
  })
}

/** Which fields binary records of one size have, by name: each is a format for values of the line. */
export function RecordLayouts(props: LayoutsGiven): ReactNode {
  const { lineId, layouts, mayEdit, valueBytes, onDone } = props
  const t = useRedisTexts()
  if (layouts.length === 0 && !mayEdit) return null
  return (
    <section aria-label={t('viewers.layoutList')} className={styles.part}>
      <h3 className={styles.title}>{t('viewers.layoutList')}</h3>
      <p className={styles.hint}>{t('viewers.layoutListHint')}</p>
      {layouts.length === 0 ? <p className={styles.hint}>{t('viewers.layoutNone')}</p> : null}
      <ItemList>
        {layouts.map((layout) => (
          <Item
            key={layout.layoutId}
            icon={<Table2 size={15} aria-hidden />}
            title={layout.name}
            facts={[[layout.by, <Time key="at" at={layout.at} />]]}
            buttons={
              mayEdit ? (
                <>
                  <IconButton
                    isSmall
                    label={t('viewers.layoutEdit', { name: layout.name })}
                    onClick={() => openLayout({ lineId, layout, valueBytes, onDone })}
                  >
                    <Pencil size={14} aria-hidden />
                  </IconButton>
                  <IconButton
                    isSmall
                    label={t('viewers.layoutDeleteOf', { name: layout.name })}
                    onClick={() => askDelete(props, layout)}
                  >
                    <Trash2 size={14} aria-hidden />
                  </IconButton>
                </>
              ) : null
            }
          >
            <span className={styles.pattern}>{layout.text.trim().split('\n').join(', ').slice(0, 120)}</span>
          </Item>
        ))}
      </ItemList>
      {mayEdit ? (
        <div className={styles.upload}>
          <Button size="small" onClick={() => openLayout({ lineId, layout: null, valueBytes, onDone })}>
            {t('viewers.layoutNew')}
          </Button>
        </div>
      ) : null}
    </section>
  )
}
