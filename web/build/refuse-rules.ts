import type { Plugin } from 'vite';

/** The server renders in QuickJS, which has no WebAssembly: a bundle that reaches the rules would fail at run time. */
export function refuseRules(): Plugin {
  return {
    name: 'onefare-refuse-rules',
    enforce: 'pre',
    resolveId(source, importer) {
      // Of a whole path only what is below `src` counts: the project may lie in any folder.
      const own = source.startsWith('/') ? (source.split('/web/src/')[1] ?? '') : source;
      if (/(^|\/)rules\//.test(own)) {
        this.error(`${importer ?? 'the server bundle'} imports ${source}: the server bundle must not reach the rules`);
      }
      return null;
    },
  };
}
