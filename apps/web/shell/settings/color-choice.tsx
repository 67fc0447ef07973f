import { THEME_COLORS, useSettings, useTexts } from '@qd/web-base'
import { Check } from 'lucide-react'
import type { CSSProperties, ReactNode } from 'react'
import '../../boot/texts.ts'
import styles from './settings.module.css'

const swatch = (color: string) => ({ '--swatch': color }) as CSSProperties

/** A preset or any colour; what has to be read is kept readable by the theme. */
export function ColorChoice(): ReactNode {
  const t = useTexts('shell')
  const chosen = useSettings((state) => state.themeColor)
  const change = useSettings((state) => state.change)
  const isPreset = THEME_COLORS.includes(chosen.toUpperCase())
  return (
    <div className={styles.colors} role="radiogroup" aria-label={t('settings.color')}>
      {THEME_COLORS.map((color) => {
        const isChosen = color === chosen.toUpperCase()
        return (
          <button
            key={color}
            type="button"
            role="radio"
            aria-checked={isChosen}
            aria-label={t('settings.colorPreset', { color })}
            title={color}
            className={styles.color}
            style={swatch(color)}
            onClick={() => change({ themeColor: color })}
          >
            {isChosen ? <Check size={15} aria-hidden /> : null}
          </button>
        )
      })}
      <label className={styles.own} data-chosen={!isPreset}>
        <span className={styles.dot} style={swatch(chosen)} />
        {t('settings.colorOwn')}
        <input
          type="color"
          value={chosen.toLowerCase()}
          onChange={(event) => change({ themeColor: event.target.value.toUpperCase() })}
        />
      </label>
    </div>
  )
}
