import styles from './Segments.module.css';

interface SegmentsProps {
  /** The label of the choice, for assistive technology. */
  legend: string;
  /** The name of the group, unique on the page. */
  name: string;
  value: string;
  /** `spoken` is read instead of the label. */
  options: readonly { value: string; label: string; spoken?: string }[];
  onChoose: (value: string) => void;
}

/** A few choices side by side; exactly one is chosen. */
export function Segments({ legend, name, value, options, onChoose }: SegmentsProps) {
  return (
    <fieldset className={styles.group}>
      <legend className="visually-hidden">{legend}</legend>
      <div className={styles.choices}>
        {options.map((option) => (
          <label key={option.value} className={styles.choice}>
            <input
              className="visually-hidden"
              type="radio"
              name={name}
              value={option.value}
              checked={value === option.value}
              autoComplete="off"
              aria-label={option.spoken}
              onChange={() => onChoose(option.value)}
            />
            <span aria-hidden={option.spoken ? true : undefined}>{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
