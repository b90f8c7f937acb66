import { abuja, ibadan, kano, lagos, portHarcourt } from '../places.ts';
import type { SeedOpening } from '../types.ts';

export const coffeeBarOpenings: SeedOpening[] = [
  {
    id: 127,
    company_id: 4,
    role_name: 'Head Roaster',
    locations: [lagos],
    jobdescription: `<p>We roast Nigerian coffee for people who were told there was none worth drinking. You run a 15 kg drum roaster in Yaba, build the roast profiles, and decide what goes into every cup at our nine bars. The cupping table is open to all who work here, and you will hear what they think.</p>
<h3>What you will do</h3>
<ul>
<li>Roast about 900 kg a month: arabica from the Mambilla Plateau, robusta from Kogi and Cross River, and a few guests from across Africa.</li>
<li>Develop and log profiles, watch first crack and development time, and cup every batch blind.</li>
<li>Set green coffee standards with our buyer: moisture, water activity, defects, density.</li>
<li>Train one assistant roaster, and hold a public cupping on the first Saturday of the month.</li>
</ul>
<h3>What you bring</h3>
<ul>
<li>Three years of production roasting, or five behind a bar with serious roasting on the side.</li>
<li>A calibrated palate, and notes that other people can use.</li>
<li>Comfort with roast-logging software, gas burners and a screwdriver.</li>
</ul>
<h3>Why people stay</h3>
<p>Two days off together each week, SCA courses paid for, a trip to origin at harvest, health cover, and a roaster that is serviced <strong>before</strong> it complains.</p>`,
    jobstatus: 'Full time',
    requiredskill: 'Coffee roasting, roast profiles, cupping, green coffee grading',
    extra_skill: 'SCA roasting certificates, roaster maintenance, blending',
    questions: [
      {
        id: 1051,
        question:
          'Describe a roast profile you developed: the coffee, the aim and what you changed.',
        required: '1',
        interview_questions_id: 548,
      },
      {
        id: 1052,
        question: 'Which roasters have you used, and at what batch size?',
        required: '1',
        interview_questions_id: 549,
      },
      {
        id: 1053,
        question: 'Do you hold any SCA or Q Grader certificate?',
        required: '0',
        interview_questions_id: 550,
      },
    ],
    posted_days_ago: 4,
    closes_in_days: 31,
    employment_type: 'FULL_TIME',
    salary: { min: 350000, max: 450000, currency: 'NGN', unit: 'MONTH' },
  },
  {
    id: 128,
    company_id: 4,
    role_name: 'Barista',
    locations: [lagos, abuja, portHarcourt],
    jobdescription: `<p>You will make around two hundred drinks a day, and every one of them is somebody’s only coffee of the morning. Steam the milk properly, remember names, and keep the bar so clean that guests lean over it. Never made an espresso? We teach six people in every intake from the beginning, on full pay.</p>
<h3>What the job is</h3>
<ul>
<li>Dial in both grinders before opening, and again when the weather turns.</li>
<li>Espresso, milk drinks, pour-over, cold brew, and our own ginger and clove latte.</li>
<li>Serve without a script. We trust you to be yourself, politely.</li>
<li>Open at 06:30 or close at 21:00, on a rota published three weeks ahead.</li>
</ul>
<h3>What you need</h3>
<ul>
<li>Six months behind an espresso machine, <em>or</em> none at all and a place on our six-week paid course.</li>
<li>Hands that do two things at once, and a head that does one.</li>
<li>SSCE or above.</li>
</ul>
<h3>What you get</h3>
<p>A 40-hour week over five days, tips shared by hours worked and published on the staff-room wall, a bag of beans every fortnight, health cover, and a raise at each of three barista levels. All our bar managers began as baristas.</p>`,
    jobstatus: 'Full time',
    requiredskill: 'Espresso, milk steaming, customer service, cleanliness',
    extra_skill: 'Latte art, pour-over, cash and POS handling',
    questions: [
      {
        id: 1054,
        question: 'An espresso runs in fifteen seconds and tastes sour. What do you change?',
        required: '0',
        interview_questions_id: 551,
      },
      {
        id: 1055,
        question: 'Are you able to start at 06:00 and, on other days, to finish at 21:30?',
        required: '1',
        interview_questions_id: 552,
      },
    ],
    posted_days_ago: 1,
    closes_in_days: 21,
    employment_type: 'FULL_TIME',
    salary: { min: 120000, max: 155000, currency: 'NGN', unit: 'MONTH' },
  },
  {
    id: 129,
    company_id: 4,
    role_name: 'Bar Manager',
    locations: [abuja],
    jobdescription: `<p>Our Maitama bar takes more money before ten than most cafés do in a day, and its regulars notice if a plant has been moved. You will run it: eleven people, forty seats, a terrace, a shelf of beans, and a morning queue that should never seem long. Half of it knows the other half.</p>
<h3>Your responsibilities</h3>
<ul>
<li>The team: hiring, rotas, training, one conversation a month with each person.</li>
<li>The cup: daily taste with the opening barista, weekly calibration with the roastery.</li>
<li>The numbers: sales, labour at 24%, cost of goods at 29%, stock counted every Sunday evening.</li>
<li>The room: music, light, queue, power. You know how long the inverter lasts, and what to switch off first.</li>
<li>The neighbourhood: offices, galleries, schools, and the book club on Tuesdays.</li>
</ul>
<h3>Your experience</h3>
<ul>
<li>Two years of managing a café, bar or restaurant, or three as an assistant manager.</li>
<li>Espresso skills good enough to coach with your sleeves rolled up.</li>
<li>Kindness under pressure, and firmness when it is needed.</li>
</ul>
<p>Five days in seven, with one full weekend off a month. Quarterly bonus, health cover, pension, phone.</p>`,
    jobstatus: 'Full time',
    requiredskill: 'Team management, espresso coaching, stock and labour control, customer care',
    extra_skill: 'Community events, point-of-sale reporting, spoken French',
    questions: [
      {
        id: 1056,
        question: 'Tell us about someone you trained who went on to do well.',
        required: '1',
        interview_questions_id: 553,
      },
      {
        id: 1057,
        question: 'What were the sales, costs and team size of the last place you managed?',
        required: '1',
        interview_questions_id: 554,
      },
    ],
    posted_days_ago: 10,
    closes_in_days: 14,
    employment_type: 'FULL_TIME',
    salary: { min: 300000, max: 380000, currency: 'NGN', unit: 'MONTH' },
  },
  {
    id: 130,
    company_id: 4,
    role_name: 'Green Coffee Buyer',
    locations: [abuja],
    jobdescription: `<p>From November to February you live out of a bag on the Mambilla Plateau, buying cherry from some three hundred growers and paying them at the scale. The other eight months you turn that harvest into next year’s better one. The growers have your telephone number, and use it.</p>
<h3>In the season</h3>
<ul>
<li>Agree prices in the open, at the village scale, and pay on the same day by mobile money.</li>
<li>Run two washing stations: floating, pulping, fermentation, raised drying beds.</li>
<li>Sort, sample and send. The roastery cups within a week, and you take the results back to the grower.</li>
</ul>
<h3>Between seasons</h3>
<ul>
<li>Nurseries, pruning clinics and shade trees, with our agronomist.</li>
<li>Traceability: every bag to a farm, every farm to a map.</li>
<li>Contracts, transport and storage, from Gembu to Abuja to Yaba.</li>
</ul>
<h3>You</h3>
<p>You have bought or processed a crop from smallholders for three years: coffee, cocoa, ginger, sesame or cashew. You speak Hausa, and Fulfulde or Mambilla would be a gift. You drive a four-wheel-drive vehicle on roads that are sometimes rivers. You are fair, and you are known for it.</p>
<p>We provide vehicle, fuel, field lodging, insurance, a satellite phone and a hardship allowance for each night away. Your base between trips is Abuja. Pay depends on the languages and the harvests you bring: we name the figure in our first call.</p>`,
    jobstatus: 'Full time',
    requiredskill: 'Smallholder sourcing, post-harvest processing, field logistics, spoken Hausa',
    extra_skill: 'Fulfulde, cupping, GIS mapping, agronomy',
    questions: [
      {
        id: 1058,
        question: 'Which crops have you bought from smallholders, where, and in what quantity?',
        required: '1',
        interview_questions_id: 555,
      },
      {
        id: 1059,
        question:
          'The market price falls after you have agreed a higher one with a village. What do you do?',
        required: '1',
        interview_questions_id: 556,
      },
      {
        id: 1060,
        question: 'Which languages do you speak well enough to agree a price?',
        required: '0',
        interview_questions_id: 557,
      },
    ],
    posted_days_ago: 19,
    closes_in_days: 26,
    employment_type: 'FULL_TIME',
    salary: null,
  },
  {
    id: 131,
    company_id: 4,
    role_name: 'Espresso Machine Technician',
    locations: [lagos, abuja],
    jobdescription: `<p>A bar without its machine loses a customer every forty seconds. You keep nine espresso machines, twenty grinders and their water running, mostly by visiting them before anything breaks.</p>
<p>This is a twelve-month contract for about twelve days a month, on dates we settle together each quarter, plus call-outs. It leaves you free to serve other cafés too.</p>
<h3>The work</h3>
<ul>
<li>Quarterly service: gaskets, screens, valves, pumps, probes, burrs.</li>
<li>Descaling and water treatment. Borehole, tanker and mains water all behave differently, and you test for it.</li>
<li>Electrical safety behind inverters and generators, with voltage protection that has been shown to work.</li>
<li>An hour of training for each bar team on each visit: half of all faults start with cleaning.</li>
</ul>
<h3>What you should have</h3>
<ul>
<li>Two years on commercial espresso or similar pressure equipment.</li>
<li>Electrical training (Trade Test, National Diploma or manufacturer’s course).</li>
<li>Your own hand tools. We supply parts, test gauges and transport.</li>
</ul>`,
    jobstatus: 'Contract',
    requiredskill: 'Espresso machine repair, electrical fault finding, water treatment',
    extra_skill: 'Grinder alignment, refrigeration',
    questions: [],
    posted_days_ago: 24,
    closes_in_days: 20,
    employment_type: 'CONTRACTOR',
    salary: { min: 25000, max: 35000, currency: 'NGN', unit: 'DAY' },
  },
  {
    id: 132,
    company_id: 4,
    role_name: 'Weekend Kitchen Assistant',
    locations: [ibadan],
    jobdescription:
      '<p>Toast, fill, slice and smile. Our Bodija bar serves 160 breakfast sandwiches on a Saturday and you assemble most of them. Two shifts, <strong>07:00 to 14:00 on Saturday and Sunday</strong>: a good job beside a degree.</p>',
    jobstatus: 'Part time',
    requiredskill: 'Food preparation, hygiene, speed with care',
    extra_skill: 'Basic barista skills',
    questions: [
      {
        id: 1061,
        question: 'Are you free on both Saturday and Sunday?',
        required: '1',
        interview_questions_id: 558,
      },
      {
        id: 1062,
        question: 'What is the best sandwich you know how to make?',
        required: '0',
        interview_questions_id: 559,
      },
    ],
    posted_days_ago: 2,
    closes_in_days: 12,
    employment_type: 'PART_TIME',
    salary: { min: 800, max: 900, currency: 'NGN', unit: 'HOUR' },
  },
  {
    id: 133,
    company_id: 4,
    role_name: 'Coffee Trainer, Northern Bars',
    locations: [kano, abuja],
    jobdescription: `<p>Kano has always known how to drink tea; you will help it to fall for coffee as well. We open two bars there within the year, and you will train everyone who stands behind them. The course is yours to write, in two languages, with a budget for good milk and plenty of it.</p>
<h3>What you will build</h3>
<ul>
<li>A six-week course in Hausa and English, from washing hands to pouring hearts.</li>
<li>Tasting sessions that begin with what people already love: spiced shayi, ginger, dates, milk.</li>
<li>An assessment that a nervous person can pass if they know their work.</li>
<li>Three-monthly visits to every northern bar, with a written page on what is good and what to mend.</li>
</ul>
<h3>What you need</h3>
<ul>
<li>Three years as a barista, one of them teaching others.</li>
<li>Fluent Hausa and English.</li>
<li>A trainer’s patience. You enjoy the fortieth badly steamed jug, because the forty-first will be better.</li>
</ul>
<p>You live in Kano or Abuja and spend about eight nights a month in the other city; we book and pay for both. You work forty hours over five days, and travel in working time.</p>`,
    jobstatus: 'Full time',
    requiredskill: 'Barista training, espresso, curriculum writing, fluent Hausa and English',
    extra_skill: 'SCA trainer status, tea knowledge, video lessons',
    questions: [],
    posted_days_ago: 22,
    closes_in_days: 29,
    employment_type: 'FULL_TIME',
    salary: { min: 240000, max: 310000, currency: 'NGN', unit: 'MONTH' },
  },
];
