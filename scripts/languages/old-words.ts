import type { Language } from '../../packages/i18n/src/index.ts'
import type { LocaleFolder } from './locale-files.ts'

interface OldWord {
  language: Language
  wrong: RegExp
  instead: string
}

/** Words that texts used beside the one of the glossary, with the word to use. */
const OLD_WORDS: readonly OldWord[] = [
  { language: 'cn', wrong: /任务/, instead: '作业' },
  { language: 'cn', wrong: /(?<!权限)角色/, instead: '权限角色' },
  { language: 'cn', wrong: /道具/, instead: '物品' },
  { language: 'cn', wrong: /(?:添加|创建)用户(?!组)/, instead: '创建玩家' },
  { language: 'cn', wrong: /帧布局/, instead: '帧格式' },
  { language: 'cn', wrong: /您/, instead: '你' },
  { language: 'tw', wrong: /在線(?!上)/, instead: '線上' },
  { language: 'tw', wrong: /校驗/, instead: '驗證' },
  { language: 'tw', wrong: /介面位址/, instead: 'API 位址' },
  { language: 'tw', wrong: /紀錄/, instead: '記錄' },
  { language: 'tw', wrong: /影格|幀/, instead: '訊框' },
  { language: 'tw', wrong: /訊框配置/, instead: '訊框格式' },
  { language: 'tw', wrong: /命令(?!列)/, instead: '指令' },
  { language: 'tw', wrong: /您/, instead: '你' },
  { language: 'en', wrong: /(?<![{\w])operators?(?![\w},])/i, instead: 'publisher' },
  { language: 'en', wrong: /(?<![{\w])faults?(?![\w}])/i, instead: 'error' },
  { language: 'en', wrong: /\badd users?\b/i, instead: 'create player' },
  { language: 'en', wrong: /kept in the audit/, instead: 'saved to the audit log' },
  { language: 'en', wrong: /\blog(?:ged)? (?:out|in)\b/i, instead: 'sign out, sign in' },
  { language: 'de', wrong: /Rahmenaufbau|Beispielrahmen/, instead: 'Frame-Aufbau' },
  { language: 'de', wrong: /Serverzeit/, instead: 'Serveruhr' },
  { language: 'de', wrong: /\b(?:dein|deine|du|dir|dich|wähle|lies)\b/i, instead: 'Sie' },
  { language: 'fr', wrong: /(?<!\p{L})cherche[rz]?(?!\p{L})/iu, instead: 'rechercher' },
  { language: 'fr', wrong: /(?<!\p{L})vider(?!\p{L})/iu, instead: 'effacer' },
  { language: 'fr', wrong: /rangée|entrée par entrée/i, instead: 'ligne' },
  { language: 'fr', wrong: /second facteur/i, instead: 'double authentification' },
  { language: 'it', wrong: /\bscatt(?:a|are|ane|ata)\b/i, instead: 'salva' },
  { language: 'it', wrong: /processo\b(?! può)/i, instead: 'attività' },
  { language: 'it', wrong: /secondo fattore/i, instead: 'verifica in due passaggi' },
  { language: 'pt', wrong: /operador(?:a|as)\b/i, instead: 'publicadora' },
  { language: 'pt', wrong: /texto simples/i, instead: 'sem criptografia' },
  { language: 'pt', wrong: /segundo fator/i, instead: 'verificação em duas etapas' },
  { language: 'ru', wrong: /строени\p{L} кадра/iu, instead: 'формат кадра' },
  { language: 'ru', wrong: /сверк|сверен|сверить/i, instead: 'проверка' },
  { language: 'ru', wrong: /второй фактор/i, instead: 'двухфакторная проверка' },
  { language: 'ru', wrong: /поставщик/i, instead: 'провайдер' },
  { language: 'ru', wrong: /задач/i, instead: 'задание' },
  { language: 'ru', wrong: /исход(?!н)/i, instead: 'результат' },
  { language: 'ru', wrong: /выгруз|выгруж/i, instead: 'экспорт' },
  { language: 'ua', wrong: /будов\p{L} кадру/iu, instead: 'формат кадру' },
  { language: 'ua', wrong: /вивантаж/i, instead: 'експорт' },
  { language: 'ua', wrong: /від’єдн/i, instead: 'відключення' },
  { language: 'ua', wrong: /звірян|звірено/i, instead: 'перевірка' },
  { language: 'ua', wrong: /комірк/i, instead: 'клітинка' },
  { language: 'tr', wrong: /(?<!\p{L})(?:toplu )?işi(?= aç|ni aç)/iu, instead: 'görevi' },
  { language: 'tr', wrong: /süzgeç|süzgec/i, instead: 'filtre' },
]

/** Roles and links quote codes that are no words of ours. */
const QUOTES = new Set(['login.roles.developer'])

/** Texts that use an old word beside the one the glossary has for the thing. */
export function oldWordProblems({ folder, texts }: LocaleFolder): string[] {
  return OLD_WORDS.flatMap(({ language, wrong, instead }) =>
    [...(texts.get(language) ?? [])]
      .filter(([key, text]) => !QUOTES.has(key) && wrong.test(text))
      .map(
        ([key, text]) =>
          `${folder}/${language}.json: ${key} says it with an old word, use ${instead}: ${text}`,
      ),
  )
}
