import { languageName } from '@qd/i18n'
import { textOf } from '@qd/web-base'
import { call } from '@qd/web-calls'
import type { LineRef } from '@qd/web-calls'
import { SegmentedControl } from '@qd/web-controls'
import { FileButton, toast } from '@qd/web-frame'
import { Button, Input, Select } from 'antd'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { mailTextsExport, mailTextsImport } from '../../contract/index.ts'
import type { MailText } from '../../contract/index.ts'
import { languageState, languagesOf, textIn } from '../parts/language-state.ts'
import { atLine } from '../parts/line-ref.ts'
import { saveMailFile } from '../parts/save-mail-file.ts'
import { quietly } from '../parts/quietly.ts'
import { useMailTexts } from '../texts.ts'
import { FieldRow } from './field-row.tsx'
import styles from './mail-editor.module.css'
import type { MailDraftState } from './use-mail-draft.ts'

const LIMIT_BYTES = 2_097_152
const bytesOf = (text: string): number => new TextEncoder().encode(text).length

/** Title, body and sender in every language, and the way to translators and back. */
export function TextSection(props: { line: LineRef; state: MailDraftState; isReadOnly: boolean }): ReactNode {
  const t = useMailTexts()
  const { line, state, isReadOnly } = props
  const { draft, base, patch } = state
  const [language, setLanguage] = useState(draft.fallback)
  const codes = languagesOf(draft)
  const text = textIn(draft, language)
  const write = (part: Partial<MailText>) => {
    const { [language]: _, ...rest } = draft.content
    const next = { ...text, ...part }
    patch({ content: languageState(next) === 'missing' ? rest : { ...rest, [language]: next } })
  }
  const readIn = async (file: File) => {
    await call(
      mailTextsImport,
      { query: { ...atLine(line), id: base.id, revision: base.revision } },
      { tag: 'mail:text.import', told: 'toast', text: file },
    )
    await state.reload()
    toast.success(textOf('mail', 'saved'))
  }
  return (
    <section className={styles.section} aria-label={t('section.texts')}>
      <div className={styles.row}>
        <h3 className={styles.grow}>{t('section.texts')}</h3>
        <Button
          size="small"
          onClick={() =>
            quietly(
              saveMailFile(mailTextsExport, {
                line,
                id: base.id,
                name: `mail-texts-${base.id}.xlsx`,
              }),
            )
          }
        >
          {t('text.export')}
        </Button>
        {isReadOnly || state.isChanged ? null : (
          <FileButton
            size="small"
            label={t('text.import')}
            accept=".xlsx,.csv"
            mostBytes={LIMIT_BYTES}
            onFile={(file) => quietly(readIn(file))}
          />
        )}
      </div>
      <div className={styles.languages}>
        <SegmentedControl
          label={t('section.texts')}
          value={language}
          segments={codes.map((value) => {
            const found = languageState(textIn(draft, value))
            const mark = found === 'complete' ? '✓' : t(`text.${found}`)
            return { value, label: `${languageName(value)} ${mark}` }
          })}
          onChange={setLanguage}
        />
      </div>
      <div className={styles.row}>
        <FieldRow label={t('text.sender')}>
          {(id) => (
            <Input
              id={id}
              maxLength={200}
              disabled={isReadOnly}
              value={draft.sender[language] ?? ''}
              onChange={({ target }) => {
                const { [language]: _, ...rest } = draft.sender
                patch({ sender: target.value === '' ? rest : { ...rest, [language]: target.value } })
              }}
            />
          )}
        </FieldRow>
        <FieldRow label={t('text.fallback')} isShort>
          {(id) => (
            <Select
              id={id}
              className={styles.kind}
              disabled={isReadOnly}
              value={draft.fallback}
              options={codes.map((value) => ({ value, label: languageName(value) }))}
              onChange={(fallback) => patch({ fallback })}
            />
          )}
        </FieldRow>
      </div>
      <FieldRow label={t('text.title')}>
        {(id) => (
          <Input
            id={id}
            maxLength={1_000}
            disabled={isReadOnly}
            suffix={t('text.bytes', { count: bytesOf(text.title) })}
            value={text.title}
            onChange={({ target }) => write({ title: target.value })}
          />
        )}
      </FieldRow>
      <FieldRow label={t('text.body')}>
        {(id) => (
          <div className={styles.stack}>
            <Input.TextArea
              id={id}
              maxLength={20_000}
              autoSize={{ minRows: 5, maxRows: 14 }}
              disabled={isReadOnly}
              value={text.body}
              onChange={({ target }) => write({ body: target.value })}
            />
            <p className={styles.hint}>{t('text.bytes', { count: bytesOf(text.body) })}</p>
          </div>
        )}
      </FieldRow>
    </section>
  )
}
