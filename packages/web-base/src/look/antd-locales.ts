import type { Language } from '@qd/i18n'
import zhCN from 'antd/es/locale/zh_CN.js'
import type { Locale } from 'antd/es/locale/index.js'

const LOADERS: Record<Language, () => Promise<{ default: Locale }>> = {
  en: () => import('antd/es/locale/en_US.js'),
  // The default language is part of the page (theme-provider).
  cn: () => Promise.resolve({ default: zhCN }),
  tw: () => import('antd/es/locale/zh_TW.js'),
  tr: () => import('antd/es/locale/tr_TR.js'),
  ru: () => import('antd/es/locale/ru_RU.js'),
  pt: () => import('antd/es/locale/pt_BR.js'),
  de: () => import('antd/es/locale/de_DE.js'),
  fr: () => import('antd/es/locale/fr_FR.js'),
  ua: () => import('antd/es/locale/uk_UA.js'),
  it: () => import('antd/es/locale/it_IT.js'),
}

export async function antdLocale(language: Language): Promise<Locale> {
  return (await LOADERS[language]()).default
}
