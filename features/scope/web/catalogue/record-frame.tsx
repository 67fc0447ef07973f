import { Form, FormActions, useTexts } from '@qd/web-kit'
import type { ZodForm } from '@qd/web-kit'
import { Button } from 'antd'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import styles from './record-frame.module.css'

interface RecordFrameProps<V> {
  form: ZodForm<V>
  isNew: boolean
  isEditable: boolean
  isStale: boolean
  onTakeNewer: () => void
  onDirty: (isDirty: boolean) => void
  onDelete: () => void
  /** Beside the buttons: the test of a server. */
  extra?: ReactNode
  children: ReactNode
}

/** What every record's form has around its fields: the warning of a second editor, and the buttons. */
export function RecordFrame<V>(props: RecordFrameProps<V>): ReactNode {
  const t = useTexts('scope')
  const { form, isNew, isEditable, onDirty } = props
  const { isDirty } = form
  useEffect(() => {
    onDirty(isDirty)
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the handler is made anew at each render
  }, [isDirty])
  return (
    <Form form={form}>
      {props.isStale ? (
        <div className={styles.stale} role="alert">
          <span>{t('catalogue.stale')}</span>
          <Button size="small" onClick={props.onTakeNewer}>
            {t('catalogue.takeNewer')}
          </Button>
        </div>
      ) : null}
      <fieldset className={styles.fields} disabled={!isEditable}>
        {props.children}
      </fieldset>
      {isEditable ? (
        <FormActions submitLabel={t(isNew ? 'catalogue.create' : 'catalogue.save')}>
          <span className={styles.left}>
            {isNew ? null : (
              <Button danger type="text" onClick={props.onDelete}>
                {t('catalogue.delete')}
              </Button>
            )}
          </span>
          {props.extra}
        </FormActions>
      ) : (
        <p className={styles.readOnly}>{t('catalogue.readOnly')}</p>
      )}
    </Form>
  )
}
