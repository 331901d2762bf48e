import { useEffect } from 'react';
import { reportView } from '../browser/events';
import { Closing } from '../features/esim-home/Closing';
import { Comparison } from '../features/esim-home/Comparison';
import { Figures } from '../features/esim-home/Figures';
import { Reviews } from '../features/esim-home/Reviews';
import { Steps } from '../features/esim-home/Steps';
import { useReasons } from '../features/esim-home/useReasons';
import { Welcome } from '../features/esim-home/Welcome';
import { WhatItIs } from '../features/esim-home/WhatItIs';
import { Shell } from '../features/shell/Shell';
import type { EsimHomePage } from '../rules/wire';
import { Tiles } from '../sections/Tiles';
import { Kept } from '../state/Kept';
import styles from './Pages.module.css';

/** `/esim`: the eSIM shop's first page, which leads to the countries. */
export default function EsimHome({ content }: { content: EsimHomePage }) {
  useEffect(reportView, []);
  return (
    <Shell>
      <Welcome content={content} />
      <Figures />
      <div className={styles.paper}>
        <Comparison month={content.month} />
        <Steps />
      </div>
      <Kept as="div" part="esim-reasons" className={styles.sand}>
        <Tiles {...useReasons()} />
      </Kept>
      <Kept as="div" part="esim-closing" className={styles.paper}>
        <WhatItIs />
        <Reviews />
        <Closing />
      </Kept>
    </Shell>
  );
}
