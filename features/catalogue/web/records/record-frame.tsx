import { useTexts } from '@qd/web-base'
import { Form, FormActions } from '@qd/web-forms'
import type { ZodForm } from '@qd/web-forms'
import { Button } from 'antd'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { askDelete } from './delete-dialog.tsx'
import type { DeleteQuestion } from './delete-dialog.tsx'
import { useRefresh } from '../tree/use-tree.ts'
import styles from './record-frame.module.css'

interface RecordFrameProps<V> {
  form: ZodForm<V>
  isEditable: boolean
  isStale: boolean
  onTakeNewer: () => void
  onDirty: (isDirty: boolean) => void
  /** What deleting the record asks; undefined for a new one. */
  deletion: DeleteQuestion | undefined
  /** Beside the buttons: the test of a server. */
  extra?: ReactNode
  children: ReactNode
}

/** What every record's form has around its fields: the warning of a second editor, and the buttons. */
export function RecordFrame<V>(props: RecordFrameProps<V>): ReactNode {
  const t = useTexts('catalogue')
  const { form, deletion, isEditable, onDirty } = props
  const { isDirty } = form
  const refresh = useRefresh()
  useEffect(() => {
    onDirty(isDirty)
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the handler is made anew at each render
  }, [isDirty])
  return (
    <Form form={form}>
      {props.isStale ? (
        <div className={styles.stale} role="alert">
          <span>{t('stale')}</span>
          <Button size="small" onClick={props.onTakeNewer}>
            {t('takeNewer')}
          </Button>
        </div>
      ) : null}
      <fieldset className={styles.fields} disabled={!isEditable}>
        {props.children}
      </fieldset>
      {isEditable ? (
        <FormActions submitLabel={t(deletion === undefined ? 'create' : 'save')}>
          <span className={styles.left}>
            {deletion === undefined ? null : (
              <Button danger type="text" onClick={() => askDelete(deletion, refresh)}>
                {t('delete')}
              </Button>
            )}
          </span>
          {props.extra}
        </FormActions>
      ) : (
        <p className={styles.readOnly}>{t('readOnly')}</p>
      )}
    </Form>
  )
}
