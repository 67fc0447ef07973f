import de from '../../texts/de.json' with { type: 'json' }
import en from '../../texts/en.json' with { type: 'json' }
import fr from '../../texts/fr.json' with { type: 'json' }
import it from '../../texts/it.json' with { type: 'json' }
import pt from '../../texts/pt.json' with { type: 'json' }
import ru from '../../texts/ru.json' with { type: 'json' }
import tr from '../../texts/tr.json' with { type: 'json' }
import tw from '../../texts/tw.json' with { type: 'json' }
import ua from '../../texts/ua.json' with { type: 'json' }
import type { Language } from '@qd/i18n'

/** English is complete, so it says which texts there are. */
export type Section = keyof typeof en
export type Template = keyof typeof en.sentences

/** Texts by section and by their Chinese; the sections of names are complete in each language. */
export type Dictionary = Partial<Record<Section, Readonly<Record<string, string>>>>

export const DICTIONARIES: Readonly<Record<Exclude<Language, 'cn'>, Dictionary>> = {
  en,
  tw,
  tr,
  ru,
  pt,
  de,
  fr,
  ua,
  it,
}
