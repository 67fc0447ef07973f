import { useTexts } from '@qd/web-base'
import { FieldFrame } from '@qd/web-forms'
import { Input, Select } from 'antd'
import { useState } from 'react'
import type { ReactNode } from 'react'
import styles from './codec-field.module.css'
import { PRESET_NAMES, presetOf, presetText, previewOf } from './codec-text.ts'

const OWN = 'own'

function Preview({ text }: { text: string }): ReactNode {
  const t = useTexts('catalogue')
  const preview = previewOf(text)
  if (preview === null) return <p className={styles.fault}>{t('codec.wrong')}</p>
  if (!preview.ok) return <p className={styles.fault}>{preview.reason}</p>
  return (
    <dl className={styles.preview}>
      <dt>{t('codec.request')}</dt>
      <dd>{preview.request}</dd>
      <dt>{t('codec.reply')}</dt>
      <dd>{preview.reply}</dd>
    </dl>
  )
}

/** The frame layout: a preset or JSON of one's own, with a sample frame under it. */
export function CodecField(): ReactNode {
  const t = useTexts('catalogue')
  const [isOwn, setOwn] = useState(false)
  return (
    <>
      <h3 className={styles.section}>{t('section.frames')}</h3>
      <FieldFrame name="codec" label={t('field.codec')} help={t('help.codec')}>
        {(field, control) => {
          const text = typeof field.value === 'string' ? field.value : ''
          const preset = isOwn ? null : presetOf(text)
          return (
            <div className={styles.box}>
              <Select
                id={control.id}
                disabled={control.disabled}
                value={preset ?? OWN}
                options={[
                  ...PRESET_NAMES.map((value) => ({ value, label: value })),
                  { value: OWN, label: t('codec.own') },
                ]}
                onChange={(value) => {
                  setOwn(value === OWN)
                  if (value !== OWN) field.set(presetText(value))
                }}
              />
              {preset === null ? (
                <Input.TextArea
                  className={styles.json}
                  aria-label={t('codec.json')}
                  aria-invalid={control['aria-invalid']}
                  autoSize={{ minRows: 6, maxRows: 18 }}
                  spellCheck={false}
                  value={text}
                  onChange={({ target }) => field.set(target.value)}
                />
              ) : null}
              <Preview text={text} />
            </div>
          )
        }}
      </FieldFrame>
    </>
  )
}
