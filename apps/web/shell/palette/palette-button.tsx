import { useTexts } from '@qd/web-base'
import { IconButton } from '@qd/web-controls'
import { KeyChips } from '@qd/web-frame'
import { Search } from 'lucide-react'
import type { ReactNode } from 'react'
import '../../boot/texts.ts'
import { openOverlay } from '../shell-state.ts'
import styles from './palette-button.module.css'

const openPalette = () => openOverlay('palette')

/** Opens the palette on narrow screens. */
export function PaletteButton(): ReactNode {
  const t = useTexts('shell')
  return (
    <IconButton label={t('palette.open')} aria-haspopup="dialog" onClick={openPalette}>
      <Search size={16} aria-hidden />
    </IconButton>
  )
}

/** Looks like the field it opens, and says how the keyboard opens it. */
export function PaletteField(): ReactNode {
  const t = useTexts('shell')
  return (
    <button type="button" className={styles.field} aria-haspopup="dialog" onClick={openPalette}>
      <Search size={14} aria-hidden />
      <span className={styles.text}>{t('palette.open')}</span>
      <span className={styles.keys}>
        <KeyChips keys="mod+k" />
      </span>
    </button>
  )
}
