import { BeforeAfter } from '@qd/web-controls'
import { openDialog } from '@qd/web-frame'
import { Input } from 'antd'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { DialogForm } from '../../detail/edit/use-run.tsx'
import { redisText, useRedisTexts } from '../../texts.ts'
import type { OpenDatabase } from '../../workspace/workspace.ts'
import { sendServerChange } from '../parts/change.ts'
import styles from '../parts/parts.module.css'

interface EditProps {
  database: OpenDatabase
  name: string
  /** As the nodes have it; several where they differ. */
  before: readonly string[]
  onDone: () => void
}

function EditForm({
  database,
  name,
  before,
  onDone,
  onClose,
}: EditProps & { onClose: () => void }): ReactNode {
  const t = useRedisTexts()
  const [value, setValue] = useState(before[0] ?? '')
  const was = [...new Set(before)].join(' | ')
  const isSame = before.every((each) => each === value)
  const save = async (): Promise<unknown> => {
    const isDone = await sendServerChange(
      database,
      { kind: 'setConfig', name, value },
      { title: t('server.config.edit', { name }), what: `${name}: ${was} → ${value}` },
    )
    onDone()
    return isDone ? undefined : 'stay'
  }
  return (
    <DialogForm action={t('server.config.edit', { name })} isDisabled={isSame} run={save} onClose={onClose}>
      <div className={styles.form}>
        <label>
          {t('server.config.new')}
          <Input data-first-focus value={value} onChange={({ target }) => setValue(target.value)} />
        </label>
        {isSame ? null : <BeforeAfter before={was} after={value} />}
        <p className={styles.note}>{t('server.config.until')}</p>
      </div>
    </DialogForm>
  )
}

/** Asks for a new value of a setting, for all nodes, with the difference. */
export function openConfigEdit(props: EditProps): void {
  openDialog(({ close }) => <EditForm {...props} onClose={close} />, {
    title: redisText('server.config.edit', { name: props.name }),
    width: 480,
  })
}
