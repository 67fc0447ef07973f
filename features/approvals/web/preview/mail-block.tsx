import { languageName, languageTag } from '@qd/i18n'
import { currentLanguage, formatQuantity } from '@qd/web-base'
import { IconButton, SegmentedControl } from '@qd/web-controls'
import { ChevronLeft, ChevronRight, Gift } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { momentText } from '../parts/words.ts'
import { useApprovalsTexts } from '../texts.ts'
import type { BlockOf } from './preview-block.tsx'
import styles from './mail-block.module.css'

/** The text with its variables filled in, each marked. */
function Filled({ text, values }: { text: string; values: Readonly<Record<string, string>> }): ReactNode {
  return text.split(/(\{\w+\})/).map((part, index) => {
    const value = /^\{\w+\}$/.test(part) ? values[part.slice(1, -1)] : undefined
    return value === undefined ? part : <mark key={index}>{value}</mark>
  })
}

/** A mail as the player sees it, in each of its languages and for each sampled player. */
export function MailBlock({ block }: { block: BlockOf<'mail'> }): ReactNode {
  const t = useApprovalsTexts()
  const languages = Object.keys(block.texts)
  const own = languages.find((each) => each === currentLanguage()) ?? languages[0] ?? ''
  const [language, setLanguage] = useState(own)
  const [at, setAt] = useState(0)
  const text = block.texts[language] ?? { title: '', body: '' }
  const values = block.vars[at] ?? {}
  return (
    <div className={styles.place}>
      {languages.length < 2 ? null : (
        <SegmentedControl
          label={t('mail.language')}
          value={language}
          segments={languages.map((value) => ({ value, label: languageName(value) }))}
          onChange={setLanguage}
        />
      )}
      <article className={styles.mail} lang={languageTag(language)}>
        <h4>
          <Filled text={text.title} values={values} />
        </h4>
        <p className={styles.from}>
          {block.sender}
          {block.expireAt === null ? null : (
            <span>{t('mail.expires', { at: momentText(block.expireAt) })}</span>
          )}
        </p>
        <p className={styles.body}>
          <Filled text={text.body} values={values} />
        </p>
        <ul className={styles.attach}>
          {block.attach.map(({ number, name, quantity }) => (
            <li key={number} title={`${name} (${number})`}>
              <Gift size={18} aria-hidden />
              <span>{name}</span>
              <b>{formatQuantity(quantity)}</b>
            </li>
          ))}
        </ul>
      </article>
      {block.vars.length < 2 ? null : (
        <p className={styles.steps}>
          <IconButton label={t('mail.previous')} disabled={at === 0} onClick={() => setAt(at - 1)}>
            <ChevronLeft size={14} aria-hidden />
          </IconButton>
          {t('mail.reader', { at: at + 1, of: block.vars.length })}
          <IconButton
            label={t('mail.next')}
            disabled={at === block.vars.length - 1}
            onClick={() => setAt(at + 1)}
          >
            <ChevronRight size={14} aria-hidden />
          </IconButton>
        </p>
      )}
    </div>
  )
}
